package mortise.spi.storage;

import org.jspecify.annotations.Nullable;

/**
 * One change of one key.
 *
 * @param key the key
 * @param value the bytes it got, or {@code null} when it was deleted
 * @param createRevision revision at which the key was created; for a deletion, of the value that was deleted, or 0 when
 *     the store no longer knows
 * @param revision revision of the change
 * @param unreadable why what was written cannot be made out, as in {@link StoredValue}; empty when it can
 */
public record StoreEvent(
        String key, byte @Nullable [] value, long createRevision, long revision, String unreadable) {

    /** Makes one of which the value can be read. */
    public StoreEvent(String key, byte @Nullable [] value, long createRevision, long revision) {
        this(key, value, createRevision, revision, "");
    }

    /** Says whether the key was deleted. */
    public boolean deleted() {
        return value == null;
    }
}
