package mortise.storage.etcd;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import mortise.spi.storage.Store;
import mortise.tck.storage.StoreAbility;
import mortise.tck.storage.StoreContract;

final class EtcdStoreContractTest extends StoreContract {

    private final Map<Store, EtcdProcess> processes = new HashMap<>();

    @Override
    protected Store open(Path directory) {
        EtcdProcess etcd = EtcdProcess.start(directory);
        var store = new EtcdStore(EtcdProcess.settings(Duration.ofSeconds(10), etcd.address()), 0);
        processes.put(store, etcd);
        return store;
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
