package mortise.core.registry;

import java.util.List;
import java.util.Optional;
import mortise.api.ApiException;
import mortise.api.ApiStatus;
import mortise.api.ErrorReason;
import mortise.spi.group.SharedRecords;
import mortise.spi.storage.Commit;
import mortise.spi.storage.CommitOutcome;
import mortise.spi.storage.Store;
import mortise.spi.storage.StoreAwayException;

/** Records in the store, below its root. */
final class StoreRecords implements SharedRecords {

    private final Store store;

    StoreRecords(Store store) {
        this.store = store;
    }

    @Override
    public Optional<Versioned> read(String key) {
        try {
            return store.get(KeyLayout.ROOT + key, 0).map(value -> new Versioned(value.value(), value.modRevision()));
        } catch (StoreAwayException away) {
            throw new ApiException(new ApiStatus(ErrorReason.SERVICE_UNAVAILABLE, "the store does not answer",
                    Optional.of(ApiStatus.Details.of(List.of(), 1))), away);
        }
    }

    @Override
    public boolean write(String key, long version, byte[] value) {
        return Commits.run(store, Commit.replace(KeyLayout.ROOT + key, version, value))
                instanceof CommitOutcome.Committed;
    }
}
