package mortise.storage.encryption;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import mortise.api.GroupResource;
import mortise.spi.storage.Store;
import mortise.storage.memory.MemoryStore;
import mortise.tck.storage.StoreAbility;
import mortise.tck.storage.StoreContract;

/** Over the store in memory, with every value encrypted. */
final class EncryptedStoreContractTest extends StoreContract {

    private final Map<Store, MemoryStore> behind = new ConcurrentHashMap<>();

    @Override
    protected Store open(Path directory) {
        var memory = new MemoryStore();
        EncryptionRules rules = Samples.rules(
                Samples.file("\"*.*\"", Samples.provider(Algorithm.AESGCM, "k", Samples.KEY_1)));
        Store store = new EncryptedStore(memory, key -> Optional.of(new GroupResource("", "things")), rules);
        behind.put(store, memory);
        return store;
    }

    @Override
    protected void close(Store store) {
        behind.get(store).close();
    }

    @Override
    protected Map<StoreAbility, String> excluded() {
        return Map.of(StoreAbility.PERSISTENT, "the store behind is in memory");
    }
}
