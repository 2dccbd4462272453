package mortise.controller.garbagecollector;

import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * What is to be done, each thing once, however often it was asked for: what is asked for again while it waits is the same,
 * and while it is being done is done again afterwards. What failed waits longer each time. Nothing is given out before
 * the queue is opened. Tasks are about nodes of the graph, whose number bounds this queue. Thread-safe.
 */
final class WorkQueue<T> {

    /** How long something that failed for the first time waits. */
    static final Duration FIRST_DELAY = Duration.ofMillis(5);
    /** How long something waits at most. */
    static final Duration DELAY_MAX = Duration.ofMinutes(5);

    private record Delayed<T>(T task, long due) {
    }

    private final LongSupplier nanos;
    private final LinkedHashSet<T> ready = new LinkedHashSet<>(); // guarded by this
    private final Set<T> taken = new HashSet<>(); // guarded by this
    private final Set<T> again = new HashSet<>(); // guarded by this
    private final Map<T, Integer> failures = new HashMap<>(); // guarded by this
    private final PriorityQueue<Delayed<T>> delayed =
            new PriorityQueue<>(Comparator.comparingLong(Delayed::due)); // guarded by this
    /** Every task of {@code delayed}, which holds each once. */
    private final Set<T> late = new HashSet<>(); // guarded by this
    private boolean open; // guarded by this
    private int idle; // guarded by this

    /** @param nanos the time, in nanoseconds from any beginning */
    WorkQueue(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** Lets tasks out from now on, or keeps them. */
    synchronized void setOpen(boolean isOpen) {
        open = isOpen;
        notifyAll();
    }

    synchronized void add(Collection<T> tasks) {
        tasks.forEach(this::put);
        notifyAll();
    }

    private void put(T task) {
        if (taken.contains(task)) {
            again.add(task);
        } else {
            ready.add(task);
        }
    }

    /** Lets everything that failed be tried again at once. */
    synchronized void hurry() {
        delayed.forEach(one -> put(one.task()));
        delayed.clear();
        late.clear();
        notifyAll();
    }

    /**
     * Waits for a task. Whoever gets one says when it is {@link #done} or has {@link #failed}.
     *
     * @param limit how long at most; nothing came then
     */
    synchronized Optional<T> take(Duration limit) throws InterruptedException {
        long deadline = nanos.getAsLong() + limit.toNanos();
        idle++;
        try {
            while (true) {
                long now = nanos.getAsLong();
                long wait = Math.min(deadline - now, promote(now));
                if (open && !ready.isEmpty()) {
                    return Optional.of(first());
                }
                if (deadline - now <= 0) {
                    return Optional.empty();
                }
                TimeUnit.NANOSECONDS.timedWait(this, wait);
            }
        } finally {
            idle--;
        }
    }

    private T first() {
        Iterator<T> tasks = ready.iterator();
        T task = tasks.next();
        tasks.remove();
        taken.add(task);
        return task;
    }

    /** Makes ready what has waited long enough, and returns how many nanoseconds the next one has to wait. */
    private long promote(long now) {
        while (!delayed.isEmpty()) {
            long left = delayed.element().due() - now;
            if (left > 0) {
                return left;
            }
            T task = delayed.remove().task();
            late.remove(task);
            put(task);
        }
        return Long.MAX_VALUE;
    }

    /** A task that was taken needs nothing more. */
    synchronized void done(T task) {
        failures.remove(task);
        release(task);
    }

    /** A task that was taken is to be tried again after a pause. */
    synchronized void failed(T task) {
        int times = failures.merge(task, 1, Integer::sum);
        if (!release(task) && late.add(task)) {
            delayed.add(new Delayed<>(task, nanos.getAsLong() + delayNanos(times)));
            notifyAll();
        }
    }

    private boolean release(T task) {
        taken.remove(task);
        boolean wanted = again.remove(task);
        if (wanted) {
            ready.add(task);
            notifyAll();
        }
        return wanted;
    }

    static long delayNanos(int failures) {
        long doubled = FIRST_DELAY.toNanos() << Math.min(failures - 1, 30);
        return Math.min(doubled, DELAY_MAX.toNanos());
    }

    /** Returns whether there is more to do than there are takers waiting for it. */
    synchronized boolean needsTaker() {
        return open && ready.size() > idle || idle == 0 && !delayed.isEmpty();
    }

    /** Returns how much is waiting or being done. */
    synchronized int size() {
        return ready.size() + taken.size() + delayed.size();
    }
}
