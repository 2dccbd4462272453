package mortise.core.registry;

import mortise.core.cache.CacheEntry;

/**
 * How a deletion ended.
 *
 * @param entry the object as it was when it went, or as it is while something holds it back; a corrupt entry when it
 *     could not be read
 * @param gone whether it is gone
 */
public record DeleteResult(CacheEntry entry, boolean gone) {
}
