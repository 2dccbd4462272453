package mortise.core.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class AuditQueueTest {

    private final BlockingQueue<List<byte[]>> batches = new ArrayBlockingQueue<>(100);

    private static AuditQueue.Settings settings(int buffer, int size, Duration patience, int bytes) {
        return new AuditQueue.Settings(buffer, size, patience, bytes, 0, 1);
    }

    private AuditQueue queue(AuditQueue.Settings settings) {
        return new AuditQueue("test-audit-queue", settings, batches::add);
    }

    private List<Integer> sizes() {
        var sizes = new ArrayList<Integer>();
        batches.forEach(batch -> sizes.add(batch.size()));
        return sizes;
    }

    @Test
    void aFullBatchDoesNotWait() throws Exception {
        try (var queue = queue(settings(10, 2, Duration.ofHours(1), 1000))) {
            queue.offer(new byte[1]);
            queue.offer(new byte[1]);
            assertThat(batches.poll(10, TimeUnit.SECONDS)).hasSize(2);
        }
    }

    @Test
    void aBatchThatIsNotFullWaitsNoLongerThanItIsTold() throws Exception {
        try (var queue = queue(settings(10, 1000, Duration.ofMillis(20), 1000))) {
            queue.offer(new byte[1]);
            assertThat(batches.poll(10, TimeUnit.SECONDS)).hasSize(1);
        }
    }

    @Test
    void batchesAreBoundedInBytesButForOneEvent() {
        var queue = queue(settings(10, 1000, Duration.ofHours(1), 100));
        for (int length : new int[] {60, 60, 30, 500, 10}) {
            assertThat(queue.offer(new byte[length])).isTrue();
        }
        queue.close();
        assertThat(sizes()).containsExactly(1, 2, 1, 1);
    }

    @Test
    void whatWaitsIsPassedOnWhenTheQueueIsClosedAndThenNothingIsTaken() {
        var queue = queue(settings(10, 1000, Duration.ofHours(1), 1000));
        queue.offer(new byte[1]);
        queue.offer(new byte[1]);
        queue.close();
        assertThat(batches.stream().mapToInt(List::size).sum()).isEqualTo(2);
        assertThat(queue.offer(new byte[1])).isFalse();
    }

    /** By the time of the first batch, the thread waits for more of the second. */
    @Test
    void aBatchThatIsNotFullIsPassedOnWhenTheQueueIsClosed() throws Exception {
        var queue = queue(settings(10, 2, Duration.ofHours(1), 1000));
        for (int i = 0; i < 3; i++) {
            queue.offer(new byte[1]);
        }
        assertThat(batches.poll(10, TimeUnit.SECONDS)).hasSize(2);
        Thread waiting = Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("test-audit-queue")).findAny().orElseThrow();
        while (waiting.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
        queue.close();
        assertThat(batches.poll()).hasSize(1);
    }

    @Test
    void batchesBeyondTheBurstComeAtTheirRate() {
        long begin = System.nanoTime();
        var queue = new AuditQueue("test-audit-queue", new AuditQueue.Settings(100, 1, Duration.ZERO, 1000, 50, 3),
                batches::add);
        for (int i = 0; i < 13; i++) {
            queue.offer(new byte[1]);
        }
        for (int i = 0; i < 13; i++) {
            assertThat(poll()).hasSize(1);
        }
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThan(Duration.ofMillis(180));
        queue.close();
    }

    private List<byte[]> poll() {
        try {
            return batches.poll(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void whatDoesNotFitIsRefused() throws Exception {
        var free = new CountDownLatch(1);
        var busy = new CountDownLatch(1);
        var queue = new AuditQueue("test-audit-queue", settings(2, 1, Duration.ZERO, 1000), batch -> {
            busy.countDown();
            try {
                free.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        queue.offer(new byte[1]);
        assertThat(busy.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(List.of(queue.offer(new byte[1]), queue.offer(new byte[1]), queue.offer(new byte[1])))
                .containsExactly(true, true, false);
        free.countDown();
        queue.close();
    }

    @Test
    void notEvenAFewTakeMoreMemoryThanTheQueueMayHave() {
        var queue = queue(settings(1000, 1, Duration.ZERO, 1000));
        assertThat(queue.offer(new byte[(int) AuditQueue.BYTES_MAX + 1])).isFalse();
        queue.close();
        assertThat(batches).isEmpty();
    }
}
