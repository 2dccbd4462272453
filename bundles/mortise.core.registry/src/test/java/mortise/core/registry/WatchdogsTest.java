package mortise.core.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Calls that take too long are interrupted, and nothing else is. */
class WatchdogsTest {

    private static final Duration LIMIT = Duration.ofMillis(80);

    private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1);

    @AfterEach
    void close() {
        timer.shutdownNow();
    }

    @Test
    void aCallThatHangsIsInterruptedOnceItsTimeIsUp() {
        var watchdogs = new Watchdogs(timer, LIMIT);
        for (int i = 0; i < 3; i++) {
            long began = System.nanoTime();
            Watchdogs.Watchdog watchdog = watchdogs.watch(Thread.currentThread());
            assertThatThrownBy(() -> new CountDownLatch(1).await()).isInstanceOf(InterruptedException.class);
            assertThat(System.nanoTime() - began).isGreaterThanOrEqualTo(LIMIT.toNanos());
            assertThat(watchdog.stop()).isTrue();
            assertThat(Thread.currentThread().isInterrupted()).isFalse();
        }
    }

    @Test
    void whoIsInTimeIsLeftAloneAndTheLastLookEndsTheLooking() throws Exception {
        var watchdogs = new Watchdogs(timer, LIMIT);
        for (int i = 0; i < 10_000; i++) {
            assertThat(watchdogs.watch(Thread.currentThread()).stop()).isFalse();
        }
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (!timer.getQueue().isEmpty()) {
            assertThat(System.nanoTime()).as("a look is still planned").isLessThan(deadline);
            timer.schedule(() -> { }, LIMIT.toMillis(), TimeUnit.MILLISECONDS).get();
        }
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void aCallWhileTheServerStopsIsNotWatched() {
        timer.shutdownNow();
        assertThat(new Watchdogs(timer, LIMIT).watch(Thread.currentThread()).stop()).isFalse();
    }
}
