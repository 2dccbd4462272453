package mortise.core.registry;

import java.util.List;
import java.util.Optional;
import mortise.api.ApiException;
import mortise.api.GroupVersionKind;
import mortise.core.cache.CacheEntry;
import mortise.core.codec.MalformedBodyException;
import mortise.spi.operations.FeatureGates;
import mortise.spi.storage.Commit;
import mortise.spi.storage.CommitOutcome;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes what is stored and cannot be read. Finalizers, grace and admission cannot be heeded, as nobody knows the
 * object; whatever depends on it is left behind.
 */
final class UnsafeDeletion {

    private static final Logger LOG = LoggerFactory.getLogger(UnsafeDeletion.class);

    private static final String GATE = "AllowUnsafeMalformedObjectDeletion";

    /** How often it is tried when other writers are faster. */
    private static final int ATTEMPTS_MAX = 5;

    private final ResourceState state;
    private final FeatureGates gates;

    UnsafeDeletion(ResourceState state, FeatureGates gates) {
        this.state = state;
        this.gates = gates;
    }

    /** Says whether it is asked for; the option means nothing while its gate is off. */
    boolean wanted(DeleteOptions options) {
        return options.ignoreReadError() && gates.enabled(GATE);
    }

    /**
     * Deletes an object.
     *
     * @throws ApiException 422 when it can be read or is not there, or when anything else is asked for; whatever the
     *     check for the user's right throws
     */
    DeleteResult delete(DeleteRequest request) {
        DeletionOptions.checkAlone(request.options());
        request.beforeUnsafe().run();
        for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
            CacheEntry corrupt = corrupt(request).orElseThrow(() -> readable(request.name()));
            Commit commit = Commit.delete(corrupt.key(), corrupt.revision());
            if (Commits.run(state.store(), commit) instanceof CommitOutcome.Committed) {
                LOG.warn("{} was corrupt ({}) and was deleted by {}",
                        corrupt.key(), corrupt.corruption(), request.user().name());
                return new DeleteResult(corrupt, true);
            }
        }
        throw ApiException.conflict(state.resource(), request.name(), "the object keeps being modified");
    }

    /** Returns what cannot be read; of most objects the cache has only looked at the metadata. */
    private Optional<CacheEntry> corrupt(DeleteRequest request) {
        Optional<CacheEntry> found = state.currentCorrupt(request.namespace(), request.name());
        return found.isPresent() ? found
                : state.current(request.namespace(), request.name()).flatMap(this::undecodable);
    }

    private Optional<CacheEntry> undecodable(CacheEntry entry) {
        try {
            entry.toObject(state.storedKind());
            return Optional.empty();
        } catch (MalformedBodyException broken) {
            return Optional.of(CacheEntry.corrupt(entry.key(), entry.namespace(), entry.name(), entry.revision(),
                    String.valueOf(broken.getMessage())));
        }
    }

    /** Refuses the option for the deletion of a collection. */
    void refuseForCollection(DeleteOptions options) {
        if (wanted(options)) {
            throw DeletionOptions.invalid(List.of(DeletionOptions.ignoring(
                    "is not allowed with DELETECOLLECTION, try again after removing the option")));
        }
    }

    private ApiException readable(String name) {
        var named = new GroupVersionKind(state.resource().group(), "", state.resource().resource());
        return ApiException.invalid(named, name, List.of(DeletionOptions.ignoring(
                "is exclusively used to delete corrupt object(s), try again by removing this option")));
    }
}
