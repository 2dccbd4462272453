package mortise.storage.memory;

import java.nio.file.Path;
import java.util.Map;
import mortise.spi.storage.Store;
import mortise.tck.storage.StoreAbility;
import mortise.tck.storage.StoreContract;

final class MemoryStoreContractTest extends StoreContract {

    @Override
    protected Store open(Path directory) {
        return new MemoryStore();
    }

    @Override
    protected void close(Store store) {
        ((MemoryStore) store).close();
    }

    @Override
    protected Map<StoreAbility, String> excluded() {
        return Map.of(StoreAbility.PERSISTENT, "everything is in memory");
    }
}
