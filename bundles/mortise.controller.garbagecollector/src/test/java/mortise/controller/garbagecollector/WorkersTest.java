package mortise.controller.garbagecollector;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import mortise.api.ApiException;
import mortise.api.ApiStatus;
import mortise.api.ErrorReason;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WorkersTest {

    private static final long PATIENCE_SECONDS = 10;

    private final Workers workers = new Workers(2);

    @AfterEach
    void stop() {
        workers.close();
    }

    private static boolean soon(CountDownLatch latch) throws InterruptedException {
        return latch.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    @Test
    void nothingIsDoneBeforeTheyAreOpened() throws InterruptedException {
        var done = new CountDownLatch(1);
        workers.employ(task -> {
            done.countDown();
            return true;
        });
        workers.add(List.of(Task.examine("1")));
        assertThat(done.await(100, TimeUnit.MILLISECONDS)).as("done while closed").isFalse();
        workers.setOpen(true);
        workers.engage();
        assertThat(soon(done)).isTrue();
    }

    @Test
    void whatFailsIsTriedAgain() throws InterruptedException {
        var times = new AtomicInteger();
        var done = new CountDownLatch(1);
        workers.employ(task -> {
            switch (times.incrementAndGet()) {
                case 1 -> throw new ApiException(ApiStatus.of(ErrorReason.TIMEOUT, "the test says so"));
                case 2 -> throw new IllegalStateException("the test says so");
                case 3 -> {
                    return false;
                }
                default -> {
                    done.countDown();
                    return true;
                }
            }
        });
        workers.setOpen(true);
        workers.add(List.of(Task.examine("1")));
        assertThat(soon(done)).isTrue();
    }

    @Test
    void theyWorkAtTheSameTimeUpToTheLimit() throws InterruptedException {
        var both = new CountDownLatch(2);
        var all = new CountDownLatch(6);
        var working = new AtomicInteger();
        var most = new AtomicInteger();
        workers.employ(task -> {
            most.accumulateAndGet(working.incrementAndGet(), Math::max);
            both.countDown();
            try {
                soon(both);
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
            working.decrementAndGet();
            all.countDown();
            return true;
        });
        workers.setOpen(true);
        for (String uid : List.of("1", "2", "3", "4", "5", "6")) {
            workers.add(List.of(Task.examine(uid)));
        }
        assertThat(soon(all)).isTrue();
        assertThat(most.get()).isEqualTo(2);
    }

    @Test
    void whatFailedIsHurried() throws InterruptedException {
        var failures = new CountDownLatch(11); // The next pause would be longer than the test.
        var again = new CountDownLatch(1);
        workers.employ(task -> {
            if (failures.getCount() == 0) {
                again.countDown();
                return true;
            }
            failures.countDown();
            return false;
        });
        workers.setOpen(true);
        workers.add(List.of(Task.examine("1")));
        for (int i = 0; i < 1_000 && !failures.await(1, TimeUnit.MILLISECONDS); i++) {
            workers.hurry();
        }
        for (int i = 0; i < 1_000 && !again.await(1, TimeUnit.MILLISECONDS); i++) {
            workers.hurry();
        }
        assertThat(again.getCount()).isZero();
    }
}
