package mortise.core.cache;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import mortise.api.ApiStatus;
import mortise.api.ErrorReason;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One open watch. It first reads the state at its start, if that is wanted, then catches up with the event log at the
 * pace of its reader, with what the log has forgotten from the {@link Backlog}, and once it has reached the end it is
 * <em>synced</em>: changes are put into its queue as they happen. A reader that leaves the queue full then is
 * <em>blocked</em>, and that ends the watch.
 *
 * <p>Locks, in this order: {@link #reading}, the timeline's, {@link #queue}.
 */
final class Watcher implements CacheWatch {

    private static final Logger LOG = LoggerFactory.getLogger(Watcher.class);

    private static final int IDLE = 0;
    private static final int QUEUED = 1;
    private static final int RUNNING = 2;
    private static final int RUNNING_AGAIN = 3;

    private final Timeline timeline;
    private final Backlog backlog;
    private final WatchFilter filter;
    private final Runnable onReadable;
    private final int queueMax;

    /** Whether {@link #onReadable} waits to run, runs, or must run once more. */
    private final AtomicInteger run = new AtomicInteger(IDLE);

    private final Object reading = new Object();

    /** What is left of the state at the start. Guarded by {@link #reading}. */
    private @Nullable Iterator<CacheEntry> initial;

    /** The bookmark behind it. Guarded by {@link #reading}. */
    private @Nullable CacheEvent initialEnd;

    /** Guarded by itself. */
    private final ArrayDeque<CacheEvent> queue = new ArrayDeque<>(4);

    /** Up to where changes were looked at; while synced, up to where they are not wanted. Guarded by the timeline. */
    long cursor;

    /** Whether {@link #initial} keeps a state in memory. */
    private volatile boolean holdsState;

    /** Whether it waits for a part of the {@link #backlog}. */
    private volatile boolean behind;

    private volatile boolean synced;
    private volatile boolean closed;
    private volatile @Nullable ApiStatus ended;

    /** Guarded by itself. */
    private final List<Future<?>> timers = new ArrayList<>(2);

    /** Makes a watch of the changes after a revision. */
    Watcher(
            Timeline timeline, Backlog backlog, WatchFilter filter, long afterRevision, int queueMax,
            Runnable onReadable) {
        this.timeline = timeline;
        this.backlog = backlog;
        this.filter = filter;
        this.cursor = afterRevision;
        this.queueMax = queueMax;
        this.onReadable = onReadable;
    }

    /** Has it begin with a state; before it is used. */
    void beginWith(CacheSnapshot snapshot, boolean withEnd) {
        synchronized (reading) {
            initial = filter.of(snapshot);
            holdsState = true;
            initialEnd = withEnd ? CacheEvent.bookmark(snapshot.revision(), true) : null;
        }
    }

    WatchFilter filter() {
        return filter;
    }

    @Override
    public Optional<CacheEvent> poll() {
        synchronized (reading) {
            if (closed) {
                return Optional.empty();
            }
            CacheEvent event = ended == null ? nextInitial() : null;
            return Optional.ofNullable(event == null ? nextChange() : event);
        }
    }

    private @Nullable CacheEvent nextInitial() {
        Iterator<CacheEntry> entries = initial;
        if (entries != null && entries.hasNext()) {
            return CacheEvent.of(CacheEvent.Type.ADDED, entries.next());
        }
        initial = null;
        holdsState = false;
        CacheEvent end = initialEnd;
        initialEnd = null;
        return end;
    }

    private @Nullable CacheEvent nextChange() {
        while (true) {
            boolean complete = synced || behind || over();
            synchronized (queue) {
                CacheEvent event = queue.poll();
                if (event != null || complete) {
                    return event;
                }
            }
            if (!timeline.catchUp(this)) {
                behind = true;
                backlog.request(this);
            }
        }
    }

    /** Says whether the state it began with is still needed. */
    boolean holdsState() {
        return holdsState;
    }

    /** Says that a part of the backlog is in the queue. Under the timeline's lock. */
    void behindNoMore() {
        behind = false;
    }

    /** Says whether changes are put into the queue as they happen. */
    boolean synced() {
        return synced;
    }

    /** Says that from now on they are. Under the timeline's lock. */
    void becomeSynced() {
        synced = true;
    }

    /** Says whether it has ended, from either side. */
    boolean over() {
        return closed || ended != null;
    }

    /** Says whether the queue is so full that catching up should pause. */
    boolean busy() {
        synchronized (queue) {
            return queue.size() >= Math.max(1, queueMax / 2);
        }
    }

    /**
     * Puts an event into the queue.
     *
     * @return whether there was room
     */
    boolean offer(CacheEvent event) {
        synchronized (queue) {
            return queue.size() < queueMax && queue.add(event);
        }
    }

    /** Ends it because its reader is too slow; what waits is dropped. */
    void endAsTooSlow() {
        end(ApiStatus.of(ErrorReason.EXPIRED,
                "the watch is too slow: more than " + queueMax + " events were waiting to be read"));
        synchronized (queue) {
            queue.clear();
        }
    }

    void end(ApiStatus why) {
        if (ended == null) {
            ended = why;
        }
        cancelTimers();
    }

    @Override
    public Optional<ApiStatus> ended() {
        return Optional.ofNullable(ended);
    }

    @Override
    public void close() {
        closed = true;
        timeline.remove(this);
        cancelTimers();
        synchronized (queue) {
            queue.clear();
        }
    }

    /** Has a timer cancelled when the watch ends. */
    void cancelAtEnd(Future<?> timer) {
        synchronized (timers) {
            timers.add(timer);
        }
        if (over()) {
            cancelTimers();
        }
    }

    private void cancelTimers() {
        synchronized (timers) {
            timers.forEach(timer -> timer.cancel(false));
            timers.clear();
        }
    }

    /** Notes that the reader must run; says whether it must be queued for that. */
    boolean needsRun() {
        int now = run.get();
        while (now == IDLE || now == RUNNING) {
            if (run.compareAndSet(now, now == IDLE ? QUEUED : RUNNING_AGAIN)) {
                return now == IDLE;
            }
            now = run.get();
        }
        return false;
    }

    /** Runs the reader; says whether it must be queued once more. */
    boolean run() {
        run.set(RUNNING);
        try {
            if (!closed) {
                onReadable.run();
            }
        } catch (RuntimeException e) {
            LOG.error("The reader of a watch failed; the watch is closed", e);
            close();
        }
        if (run.compareAndSet(RUNNING, IDLE)) {
            return false;
        }
        run.set(QUEUED);
        return true;
    }
}
