package mortise.spi.controller;

import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Work of a controller: items, each of which waits at most once, is worked on by one thread at a time, and comes again
 * after a pause that doubles with every failure. Any thread may call any method.
 *
 * <p>Worked example: {@code add("a"); add("a")} makes one entry, which {@link #take} hands out. While it is worked on,
 * {@code add("a")} is remembered. {@code done("a")} then makes it wait again at once; without that {@code add} it would
 * be forgotten. {@code retry("a")} instead of {@code done} makes it come after the first pause, the next time after
 * twice that, until {@code done}.
 *
 * @param <T> what items are; equal ones are one
 */
public final class WorkQueue<T> {

    /** What is known of an item. */
    private static final class Entry<T> {
        private final T item;
        private long dueNanos;
        /** Breaks ties, so that items come in the order in which they were added. */
        private long order;
        private boolean queued;
        private boolean taken;
        private boolean again;
        private int failures;

        private Entry(T item) {
            this.item = item;
        }
    }

    private final int itemsMax;
    private final long firstPauseNanos;
    private final long lastPauseNanos;
    private final LongSupplier nanos;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Map<T, Entry<T>> entries = new HashMap<>(); // guarded by lock
    private final PriorityQueue<Entry<T>> queue; // guarded by lock
    private long added; // guarded by lock

    /**
     * Makes an empty queue.
     *
     * @param itemsMax how many items it holds at most, those that are worked on included
     * @param firstPause how long an item waits after its first failure
     * @param lastPause how long it waits at most
     */
    public WorkQueue(int itemsMax, Duration firstPause, Duration lastPause) {
        this(itemsMax, firstPause, lastPause, System::nanoTime);
    }

    /** Makes an empty queue that takes the time from {@code nanos}, which counts as {@link System#nanoTime} does. */
    public WorkQueue(int itemsMax, Duration firstPause, Duration lastPause, LongSupplier nanos) {
        this.itemsMax = itemsMax;
        this.firstPauseNanos = firstPause.toNanos();
        this.lastPauseNanos = lastPause.toNanos();
        this.nanos = nanos;
        long origin = nanos.getAsLong();
        this.queue = new PriorityQueue<>(Comparator.<Entry<T>>comparingLong(entry -> entry.dueNanos - origin)
                .thenComparingLong(entry -> entry.order));
    }

    /**
     * Adds an item that is to be worked on at once, or makes it come at once when it waits already.
     *
     * @return whether there was room for it; when not, it is for the caller to begin anew later
     */
    public boolean add(T item) {
        return add(item, Duration.ZERO);
    }

    /**
     * Adds an item that is to be worked on after a while, or sooner when it waits for less already.
     *
     * @return whether there was room for it
     */
    public boolean add(T item, Duration after) {
        lock.lock();
        try {
            Entry<T> entry = entries.get(item);
            if (entry == null && entries.size() >= itemsMax) {
                return false;
            }
            if (entry == null) {
                entry = new Entry<>(item);
                entries.put(item, entry);
            }
            if (entry.taken && after.isZero()) {
                entry.again = true;
            } else {
                enqueue(entry, nanos.getAsLong() + after.toNanos());
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    private void enqueue(Entry<T> entry, long dueNanos) {
        if (entry.queued && entry.dueNanos - dueNanos <= 0) {
            return;
        }
        if (entry.queued) {
            queue.remove(entry);
        }
        entry.dueNanos = dueNanos;
        entry.order = added++;
        entry.queued = true;
        queue.add(entry);
        changed.signal();
    }

    /**
     * Waits for an item that is due. The caller works on it and then says {@link #done} or {@link #retry}.
     *
     * @param limit how long to wait at most
     * @return nothing when none was due in time
     */
    public Optional<T> take(Duration limit) throws InterruptedException {
        long deadline = nanos.getAsLong() + limit.toNanos();
        lock.lockInterruptibly();
        try {
            while (true) {
                long now = nanos.getAsLong();
                Entry<T> due = due(now);
                if (due != null) {
                    return Optional.of(due.item);
                }
                long left = deadline - now;
                if (left <= 0) {
                    return Optional.empty();
                }
                changed.awaitNanos(queue.isEmpty() ? left : Math.min(left, queue.element().dueNanos - now));
            }
        } finally {
            lock.unlock();
        }
    }

    private @Nullable Entry<T> due(long now) {
        while (!queue.isEmpty() && queue.element().dueNanos - now <= 0) {
            Entry<T> first = queue.remove();
            first.queued = false;
            if (!first.taken) {
                first.taken = true;
                return first;
            }
            // Somebody works on it; it comes when they are done.
            first.again = true;
        }
        return null;
    }

    /** Says that the work on an item is done: it is forgotten, unless it was added meanwhile. */
    public void done(T item) {
        lock.lock();
        try {
            Entry<T> entry = entries.get(item);
            if (entry == null) {
                return;
            }
            entry.failures = 0;
            finish(entry);
        } finally {
            lock.unlock();
        }
    }

    private void finish(Entry<T> entry) {
        entry.taken = false;
        if (entry.again) {
            entry.again = false;
            enqueue(entry, nanos.getAsLong());
        } else if (!entry.queued) {
            entries.remove(entry.item);
        }
    }

    /** Says that the work on an item has failed, or is not over: it comes again after a pause. */
    public void retry(T item) {
        lock.lock();
        try {
            Entry<T> entry = entries.get(item);
            if (entry == null) {
                return;
            }
            enqueue(entry, nanos.getAsLong() + pauseNanos(entry.failures));
            entry.failures++;
            finish(entry);
        } finally {
            lock.unlock();
        }
    }

    private long pauseNanos(int failures) {
        long pause = firstPauseNanos;
        for (int i = 0; i < failures && pause < lastPauseNanos; i++) {
            pause *= 2;
        }
        return Math.min(pause, lastPauseNanos);
    }

    /** Returns how long until an item is due; nothing when none waits. Zero when one is due. */
    public Optional<Duration> untilDue() {
        lock.lock();
        try {
            return queue.isEmpty() ? Optional.empty()
                    : Optional.of(Duration.ofNanos(Math.max(0, queue.element().dueNanos - nanos.getAsLong())));
        } finally {
            lock.unlock();
        }
    }

    /** Returns how many items wait or are worked on. */
    public int size() {
        lock.lock();
        try {
            return entries.size();
        } finally {
            lock.unlock();
        }
    }
}
