package mortise.core.cache;

import java.time.Instant;
import java.util.Arrays;

/**
 * The latest changes in order, bounded by number, bytes and age: a ring that grows up to its bound. Not thread-safe;
 * its {@link Timeline} guards it.
 */
final class EventLog {

    private static final int CAPACITY_MIN = 16;

    /** So many changes share one checkpoint. More would make exact reads slower, fewer would cost memory. */
    private static final int CHECKPOINT_EVERY = 64;

    private final CacheSettings settings;
    private Change[] ring = new Change[CAPACITY_MIN];
    private int first;
    private int size;
    private long bytes;
    private long floor;
    private long appended;

    /** How many of all appended changes have lost their checkpoint. */
    private long withoutCheckpoint;

    EventLog(CacheSettings settings) {
        this.settings = settings;
    }

    /** Forgets everything; what follows comes after the given revision. */
    void reset(long revision) {
        Arrays.fill(ring, null);
        first = 0;
        size = 0;
        bytes = 0;
        floor = revision;
    }

    /** The lowest revision after which every change is here. */
    long floor() {
        return floor;
    }

    int size() {
        return size;
    }

    Change get(int position) {
        return ring[(first + position) % ring.length];
    }

    /**
     * Appends a change and forgets what is over the bounds.
     *
     * @param after the state after it
     * @return whether it is time for the housekeeping that is not worth doing for every change
     */
    boolean append(Change change, CacheState after) {
        if (size == ring.length) {
            grow();
        }
        ring[(first + size) % ring.length] = change;
        size++;
        bytes += change.bytes();
        boolean checkpoint = ++appended % CHECKPOINT_EVERY == 0;
        trim(change.since);
        if (checkpoint) {
            change.checkpoint = after;
            dropCheckpoints(change.since.minus(settings.snapshotsMax()));
        }
        return checkpoint;
    }

    /** Returns the position of the first change after a revision; the size when there is none. */
    int firstAfter(long revision) {
        int low = 0;
        int high = size;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (get(middle).revision <= revision) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private void dropCheckpoints(Instant before) {
        withoutCheckpoint = Math.max(withoutCheckpoint, appended - size);
        while (withoutCheckpoint < appended) {
            Change change = get((int) (withoutCheckpoint - (appended - size)));
            if (!change.since.isBefore(before)) {
                return;
            }
            change.checkpoint = null;
            withoutCheckpoint++;
        }
    }

    private void grow() {
        var larger = new Change[ring.length * 2];
        for (int i = 0; i < size; i++) {
            larger[i] = get(i);
        }
        ring = larger;
        first = 0;
    }

    private void trim(Instant now) {
        Instant oldest = now.minus(settings.historyMax());
        while (size > 0 && (size > settings.historyEventsMax() || bytes > settings.historyBytesMax()
                || get(0).since.isBefore(oldest))) {
            Change gone = get(0);
            ring[first] = null;
            first = (first + 1) % ring.length;
            size--;
            bytes -= gone.bytes();
            floor = gone.revision;
        }
    }
}
