package mortise.storage.rocksdb;

import java.nio.file.Path;
import java.time.Clock;
import mortise.spi.storage.Store;
import mortise.tck.storage.StoreContract;

final class RocksStoreContractTest extends StoreContract {

    @Override
    protected Store open(Path directory) {
        return new RocksStore(TestSettings.in(directory), Clock.systemUTC(), step -> { });
    }

    @Override
    protected void close(Store store) {
        ((RocksStore) store).close();
    }
}
