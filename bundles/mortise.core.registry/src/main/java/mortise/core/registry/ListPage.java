package mortise.core.registry;

import java.util.OptionalLong;
import mortise.core.cache.CacheEntry;

/**
 * A list, or a page of one.
 *
 * @param revision version of the collection
 * @param entries the objects; can be walked more than once, from any thread, and reads an immutable snapshot lazily
 * @param continueToken where the next page starts; empty when this is the last
 * @param remaining how many objects follow; empty when that is not known or there are none
 */
public record ListPage(long revision, Iterable<CacheEntry> entries, String continueToken, OptionalLong remaining) {
}
