package mortise.spi.storage;

import org.jspecify.annotations.Nullable;

/**
 * A change of one key that is made only if the key is as expected. Deleting a key that has no value is refused.
 *
 * <p>A value may have a lifetime. When it is over, the store deletes the key by itself, which is a change like any
 * other: it has a revision, and watches are told. That may be late by up to a tenth of the lifetime and a minute, never
 * early, and a restart changes nothing. A value that is replaced takes its lifetime with it; the new one has its own.
 *
 * @param key what to change
 * @param expectedModRevision the {@code modRevision} the key must have; 0 when it must have no value
 * @param value the new bytes, or {@code null} to delete; the caller does not change them any more
 * @param lifetimeSeconds how long the value stays, in seconds; 0 for ever
 */
public record Commit(String key, long expectedModRevision, byte @Nullable [] value, long lifetimeSeconds) {

    public Commit {
        if (lifetimeSeconds < 0 || value == null && lifetimeSeconds > 0) {
            throw new IllegalArgumentException("a lifetime of " + lifetimeSeconds + " s");
        }
    }

    /** A change to a value that stays for ever, or a deletion. */
    public Commit(String key, long expectedModRevision, byte @Nullable [] value) {
        this(key, expectedModRevision, value, 0);
    }

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

    /** Returns this commit with other bytes. */
    public Commit withValue(byte[] other) {
        return new Commit(key, expectedModRevision, other, lifetimeSeconds);
    }

    /** Returns this commit with a lifetime of its value, in seconds; 0 for ever. */
    public Commit withLifetime(long seconds) {
        return new Commit(key, expectedModRevision, value, seconds);
    }
}
