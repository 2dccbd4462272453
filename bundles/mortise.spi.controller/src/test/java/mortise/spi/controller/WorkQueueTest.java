package mortise.spi.controller;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class WorkQueueTest {

    private static final Duration FIRST = Duration.ofMillis(10);
    private static final Duration LAST = Duration.ofMillis(35);

    /** Near the end of what it counts, as a real one may be. */
    private final AtomicLong time = new AtomicLong(Long.MAX_VALUE - 1_000_000);
    private final WorkQueue<String> queue = new WorkQueue<>(3, FIRST, LAST, time::get);

    private Optional<String> take() throws InterruptedException {
        return queue.take(Duration.ZERO);
    }

    private void pass(long millis) {
        time.addAndGet(Duration.ofMillis(millis).toNanos());
    }

    @Test
    void itemsComeInOrderAndEqualOnesAreOne() throws InterruptedException {
        queue.add("b");
        queue.add("a");
        queue.add("b");
        assertThat(take()).contains("b");
        assertThat(take()).contains("a");
        assertThat(take()).isEmpty();
    }

    @Test
    void whatIsWorkedOnComesAgainOnlyAfterThat() throws InterruptedException {
        queue.add("a");
        take();
        queue.add("a");
        assertThat(take()).isEmpty();
        queue.done("a");
        assertThat(take()).contains("a");
        queue.done("a");
        assertThat(take()).isEmpty();
        assertThat(queue.size()).isZero();
    }

    @Test
    void pausesDoubleUntilTheLastAndBeginAnewAfterSuccess() throws InterruptedException {
        queue.add("a");
        for (long pause : new long[] {10, 20, 35, 35}) {
            assertThat(take()).contains("a");
            queue.retry("a");
            pass(pause - 1);
            assertThat(take()).as("before %s ms", pause).isEmpty();
            assertThat(queue.untilDue()).contains(Duration.ofMillis(1));
            pass(1);
        }
        take();
        queue.done("a");
        queue.add("a");
        take();
        queue.retry("a");
        pass(10);
        assertThat(take()).contains("a");
    }

    @Test
    void whatWaitsAfterAFailureComesAtOnceWhenItIsAdded() throws InterruptedException {
        queue.add("a");
        take();
        queue.retry("a");
        queue.add("a");
        assertThat(take()).contains("a");
        queue.done("a");
        pass(100);
        assertThat(take()).isEmpty();
    }

    @Test
    void whatFailsAfterItWasAddedAgainComesAtOnce() throws InterruptedException {
        queue.add("a");
        take();
        queue.add("a");
        queue.retry("a");
        assertThat(take()).contains("a");
    }

    @Test
    void anItemCanBeAddedForLater() throws InterruptedException {
        queue.add("late", Duration.ofMillis(5));
        queue.add("later", Duration.ofMillis(9));
        assertThat(take()).isEmpty();
        pass(5);
        assertThat(take()).contains("late");
        queue.add("late", Duration.ofMillis(1));
        pass(4);
        assertThat(take()).contains("later");
        queue.done("late");
        assertThat(take()).contains("late");
    }

    @Test
    void itIsBounded() throws InterruptedException {
        assertThat(queue.add("a") && queue.add("b") && queue.add("c")).isTrue();
        assertThat(queue.add("d")).isFalse();
        assertThat(queue.add("a")).as("is there already").isTrue();
        take();
        assertThat(queue.add("d")).as("a is still worked on").isFalse();
        queue.done("a");
        assertThat(queue.add("d")).isTrue();
    }

    @Test
    void whoWaitsIsWoken() throws InterruptedException {
        WorkQueue<String> real = new WorkQueue<>(3, FIRST, LAST);
        Thread adder = new Thread(() -> real.add("a"));
        adder.start();
        assertThat(real.take(Duration.ofSeconds(10))).contains("a");
        adder.join();
        real.retry("a");
        assertThat(real.take(Duration.ofSeconds(10))).contains("a");
    }
}
