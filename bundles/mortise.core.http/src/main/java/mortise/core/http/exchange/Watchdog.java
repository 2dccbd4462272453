package mortise.core.http.exchange;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** Looks at the requests in flight several times a second and ends those that hang. Thread-safe. */
public final class Watchdog implements AutoCloseable {

    private static final Duration PERIOD = Duration.ofMillis(100);
    private static final Duration GRACE = Duration.ofMillis(500);

    private final Set<RequestGuard> guards = ConcurrentHashMap.newKeySet();
    private final ScheduledFuture<?> rounds;

    /** Starts the rounds on the given timer. */
    public Watchdog(ScheduledExecutorService timer) {
        rounds = timer.scheduleWithFixedDelay(
                this::round, PERIOD.toNanos(), PERIOD.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Watches a request until {@link #release}. */
    public void watch(RequestGuard guard) {
        guards.add(guard);
    }

    /** Stops to watch a request; called by its thread. */
    public void release(RequestGuard guard) {
        guards.remove(guard);
        guard.finished();
    }

    private void round() {
        long now = System.nanoTime();
        for (RequestGuard guard : guards) {
            guard.check(now, GRACE.toNanos());
        }
    }

    @Override
    public void close() {
        rounds.cancel(false);
    }
}
