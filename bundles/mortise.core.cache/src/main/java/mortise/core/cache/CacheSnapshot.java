package mortise.core.cache;

import java.util.Iterator;
import java.util.Optional;

/**
 * The state of one resource at one revision. Does not change; may be used by any thread for any time, but holds on to
 * the memory of its entries.
 *
 * <p>Values that cannot be read are not among the entries; {@link #corrupt} has them.
 *
 * <p>A snapshot of {@link ResourceCache#exact} may have to ask the store; then its methods block, and throw an
 * {@code ApiException} 410 when the history was compacted meanwhile, 503 when the store is away.
 */
public interface CacheSnapshot {

    /** Returns the revision: every change up to it is in the snapshot, none after it. */
    long revision();

    /** Returns the entry of a key. */
    Optional<CacheEntry> get(String key);

    /**
     * Returns entries in key order.
     *
     * @param from first key, inclusive
     * @param to end, exclusive; empty for no end
     */
    Iterator<CacheEntry> range(String from, String to);

    /** Returns how many entries a range has; cheap, except when the store must be asked. */
    long count(String from, String to);

    /** Says whether {@link #count} is cheap: that it does not read what it counts. */
    default boolean countsCheaply() {
        return true;
    }

    /** Says whether {@link #byField} needs no scan for this field. */
    boolean indexed(String field);

    /** Returns the entries of which a selectable field has the value, in key order. */
    Iterator<CacheEntry> byField(String field, String value);

    /**
     * Returns the entries of a range of which what is stored cannot be read, in key order; cheap, except when the store
     * must be asked.
     */
    Iterator<CacheEntry> corrupt(String from, String to);

    /** Returns the entry of a key when what is stored cannot be read. */
    default Optional<CacheEntry> corrupt(String key) {
        Iterator<CacheEntry> found = corrupt(key, key + '\0');
        return found.hasNext() ? Optional.of(found.next()) : Optional.empty();
    }
}
