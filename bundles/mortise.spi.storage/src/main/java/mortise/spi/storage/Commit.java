package mortise.spi.storage;

import org.jspecify.annotations.Nullable;

/**
 * A change of one key that is made only if the key is as expected. Deleting a key that has no value is refused.
 *
 * @param key what to change
 * @param expectedModRevision the {@code modRevision} the key must have; 0 when it must have no value
 * @param value the new bytes, or {@code null} to delete; the caller does not change them any more
 */
public record Commit(String key, long expectedModRevision, byte @Nullable [] value) {

    /** Returns the commit that creates the key, which must have no value. */
    public static Commit create(String key, byte[] value) {
        return new Commit(key, 0, value);
    }

    /** Returns the commit that replaces the value which has the given revision. */
    public static Commit replace(String key, long expectedModRevision, byte[] value) {
        return new Commit(key, expectedModRevision, value);
    }

    /** Returns the commit that deletes the value which has the given revision. */
    public static Commit delete(String key, long expectedModRevision) {
        return new Commit(key, expectedModRevision, null);
    }
}
