package mortise.core.cache;

import java.time.Duration;

/**
 * Limits of one cache.
 *
 * @param historyEventsMax how many changes the event log keeps at most
 * @param historyBytesMax how many bytes of outdated objects the event log may hold on to
 * @param historyMax how long a change stays in the event log
 * @param snapshotsMax how long after its end a state can be read without asking the store
 * @param watchQueueEventsMax how many events may wait for one watch before it counts as too slow
 * @param readTimeout how long a read waits for a revision, and for the cache to be loaded
 * @param bookmarkPeriod how often a watch that wants bookmarks gets one
 */
public record CacheSettings(
        int historyEventsMax,
        long historyBytesMax,
        Duration historyMax,
        Duration snapshotsMax,
        int watchQueueEventsMax,
        Duration readTimeout,
        Duration bookmarkPeriod) {

    /** How many bytes of outdated objects the event log holds on to unless said otherwise. */
    public static final long HISTORY_BYTES_MAX = 12L << 20;

    public CacheSettings {
        if (historyEventsMax < 1 || historyBytesMax < 1 || watchQueueEventsMax < 1) {
            throw new IllegalArgumentException("a limit is below 1");
        }
    }

    /** Makes settings with {@link #HISTORY_BYTES_MAX}. */
    public CacheSettings(
            int historyEventsMax,
            Duration historyMax,
            Duration snapshotsMax,
            int watchQueueEventsMax,
            Duration readTimeout,
            Duration bookmarkPeriod) {
        this(historyEventsMax, HISTORY_BYTES_MAX, historyMax, snapshotsMax, watchQueueEventsMax, readTimeout,
                bookmarkPeriod);
    }

    /** Returns what fits a server with default settings: 10 000 changes, 5 minutes, 75 s, 1 000 events, 3 s, 60 s. */
    public static CacheSettings defaults() {
        return new CacheSettings(10_000, Duration.ofMinutes(5), Duration.ofSeconds(75), 1_000, Duration.ofSeconds(3),
                Duration.ofSeconds(60));
    }
}
