package mortise.core.registry;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Interrupts threads whose calls take too long. One look at all calls now and then costs next to nothing, whereas a
 * timer for each of them would wake its thread for each. Any thread.
 */
final class Watchdogs {

    /** Looks within the time that a call may take, so that none takes longer by more than this part of it. */
    private static final int LOOKS = 8;

    private final ScheduledExecutorService timer;
    private final long timeoutNanos;
    private final Set<Watchdog> calls = ConcurrentHashMap.newKeySet();
    /** Whether the next look is planned; there is none while there are no calls. */
    private final AtomicBoolean planned = new AtomicBoolean();

    Watchdogs(ScheduledExecutorService timer, Duration timeout) {
        this.timer = timer;
        this.timeoutNanos = timeout.toNanos();
    }

    /** Begins to watch a call; the caller stops it. */
    Watchdog watch(Thread caller) {
        var watchdog = new Watchdog(caller);
        calls.add(watchdog);
        plan();
        return watchdog;
    }

    private void plan() {
        if (!calls.isEmpty() && planned.compareAndSet(false, true)) {
            try {
                timer.schedule(this::look, timeoutNanos / LOOKS, TimeUnit.NANOSECONDS);
            } catch (RejectedExecutionException stopping) {
                // Calls that are under way while the server stops end with it.
                planned.set(false);
            }
        }
    }

    private void look() {
        long now = System.nanoTime();
        calls.forEach(call -> call.look(now));
        planned.set(false);
        plan();
    }

    /** Interrupts a thread unless stopped before; never interrupts what the thread does afterwards. */
    final class Watchdog {

        private final Thread watched;
        private final long since = System.nanoTime();
        private boolean stopped; // guarded by this
        private boolean fired; // guarded by this

        private Watchdog(Thread watched) {
            this.watched = watched;
        }

        private synchronized void look(long now) {
            if (!stopped && !fired && now - since >= timeoutNanos) {
                fired = true;
                watched.interrupt();
            }
        }

        /** Returns whether it was too late, and then takes the interrupt back. */
        synchronized boolean stop() {
            stopped = true;
            calls.remove(this);
            if (fired) {
                Thread.interrupted();
            }
            return fired;
        }
    }
}
