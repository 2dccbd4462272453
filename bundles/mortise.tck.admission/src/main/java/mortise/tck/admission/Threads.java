package mortise.tck.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Does one thing on many threads at once. */
final class Threads {

    private static final int THREADS = 8;
    private static final int ROUNDS_PER_THREAD = 20;

    private Threads() {
    }

    /** Fails when the work throws or does not return the same value on every thread and every time. */
    static void agree(Callable<?> work) throws Exception {
        Object expected = work.call();
        CountDownLatch start = new CountDownLatch(1);
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<?>> results = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                results.add(threads.submit(() -> rounds(work, expected, start)));
            }
            start.countDown();
            for (Future<?> result : results) {
                result.get(60, TimeUnit.SECONDS);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static boolean rounds(Callable<?> work, Object expected, CountDownLatch start) throws Exception {
        if (!start.await(10, TimeUnit.SECONDS)) {
            throw new TimeoutException("the other threads did not start");
        }
        for (int i = 0; i < ROUNDS_PER_THREAD; i++) {
            assertThat((Object) work.call()).isEqualTo(expected);
        }
        return true;
    }
}
