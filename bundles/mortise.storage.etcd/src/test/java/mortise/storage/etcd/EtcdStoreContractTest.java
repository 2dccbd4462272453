package mortise.storage.etcd;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import mortise.spi.storage.Store;
import mortise.tck.storage.StoreAbility;
import mortise.tck.storage.StoreContract;

final class EtcdStoreContractTest extends StoreContract {

    private final Map<Store, EtcdProcess> processes = new HashMap<>();

    @Override
    protected Store open(Path directory) {
        EtcdProcess etcd = EtcdProcess.start(directory);
        var store = new EtcdStore(settings(etcd.address()), 0);
        processes.put(store, etcd);
        return store;
    }

    static Connection.Settings settings(String... servers) {
        return new Connection.Settings(List.of(servers), "", "", "", Duration.ofSeconds(10), 64, new Keys("/registry"));
    }

    @Override
    protected void close(Store store) {
        if (store instanceof EtcdStore opened) {
            opened.close();
            processes.remove(opened).close();
        }
    }

    @Override
    protected Map<StoreAbility, String> excluded() {
        return Map.of(StoreAbility.LARGE_VALUES, "etcd takes requests of 1.5 MiB unless it is told otherwise");
    }
}
