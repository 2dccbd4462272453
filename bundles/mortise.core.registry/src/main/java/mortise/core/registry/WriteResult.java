package mortise.core.registry;

import java.util.List;
import java.util.Optional;
import mortise.api.GroupVersionKind;
import mortise.core.cache.CacheEntry;

/**
 * How a write ended.
 *
 * @param entry the object as it is now; for a dry run, as it would be; for a view or an action, its answer
 * @param kind kind of an action's answer, which is in no other version than this; nothing for everything else
 * @param created whether it is new
 * @param warnings texts for the caller, each to be sent as a {@code Warning} header
 */
public record WriteResult(
        CacheEntry entry, Optional<GroupVersionKind> kind, boolean created, List<String> warnings) {

    public WriteResult {
        warnings = List.copyOf(warnings);
    }

    /** The result of writing an object or a view of one. */
    public WriteResult(CacheEntry entry, boolean created, List<String> warnings) {
        this(entry, Optional.empty(), created, warnings);
    }
}
