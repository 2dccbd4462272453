package mortise.authz.webhook;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import mortise.api.LastUsed;
import mortise.api.Sha256;

/**
 * Answers that still count, those used longest ago going first. Keys are digests, so that a question costs the same
 * memory whatever its length. Thread-safe.
 */
final class AnswerCache {

    static final int ENTRIES_MAX = 8192;
    private static final int REASON_CHARS_MAX = 1024;

    private final InstantSource clock;
    /** Guarded by itself. */
    private final Map<Key, Entry> entries = new LastUsed<>(ENTRIES_MAX);

    AnswerCache(InstantSource clock) {
        this.clock = clock;
    }

    /** The SHA-256 of a question. */
    record Key(long a, long b, long c, long d) {

        static Key of(byte[] question) {
            ByteBuffer bytes = ByteBuffer.wrap(Sha256.of(question));
            return new Key(bytes.getLong(), bytes.getLong(), bytes.getLong(), bytes.getLong());
        }
    }

    private record Entry(Review.Status answer, Instant since, Instant until) {
    }

    Optional<Review.Status> find(Key key) {
        Instant now = clock.instant();
        synchronized (entries) {
            Entry entry = entries.get(key);
            if (entry == null) {
                return Optional.empty();
            }
            // A clock that was set back must not make an answer count for longer.
            if (now.isBefore(entry.since()) || !now.isBefore(entry.until())) {
                entries.remove(key);
                return Optional.empty();
            }
            return Optional.of(entry.answer());
        }
    }

    void keep(Key key, Review.Status answer, Duration ttl) {
        if (answer.reason().length() > REASON_CHARS_MAX) {
            return;
        }
        Instant now = clock.instant();
        synchronized (entries) {
            entries.put(key, new Entry(answer, now, now.plus(ttl)));
        }
    }
}
