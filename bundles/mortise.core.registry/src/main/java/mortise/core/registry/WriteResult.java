package mortise.core.registry;

import java.util.List;
import mortise.core.cache.CacheEntry;

/**
 * How a write ended.
 *
 * @param entry the object as it is now; for a dry run, as it would be
 * @param created whether it is new
 * @param warnings texts for the caller, each to be sent as a {@code Warning} header
 */
public record WriteResult(CacheEntry entry, boolean created, List<String> warnings) {

    public WriteResult {
        warnings = List.copyOf(warnings);
    }
}
