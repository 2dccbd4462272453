package mortise.tck.operations;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Calls of a plug-in on threads of their own, so that one that hangs fails its test instead of stopping the build. */
final class Calls {

    private static final int THREADS = 8;
    private static final Duration TOGETHER = Duration.ofSeconds(30);

    private Calls() {
    }

    /** Returns what the call returns, fails as it fails, and fails when it takes longer. */
    static <T> T within(Duration limit, Callable<T> call) throws Exception {
        return result(start(call), limit);
    }

    /** Makes the call on a thread that is interrupted already; it may return or fail, but not stay. */
    static void interrupted(Duration limit, Callable<?> call) throws Exception {
        within(limit, () -> {
            Thread.currentThread().interrupt();
            try {
                return call.call();
            } catch (InterruptedException | RuntimeException e) {
                return e;
            }
        });
    }

    /** Makes the call on many threads at once, and on each of them the given number of times. */
    static void together(int rounds, Callable<?> call) throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        List<Running<?>> all = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            all.add(start(() -> {
                gate.await();
                for (int round = 0; round < rounds; round++) {
                    call.call();
                }
                return rounds;
            }));
        }
        gate.countDown();
        for (Running<?> one : all) {
            result(one, TOGETHER);
        }
    }

    private record Running<T>(FutureTask<T> task, Thread thread) {
    }

    private static <T> Running<T> start(Callable<T> call) {
        FutureTask<T> task = new FutureTask<>(call);
        Thread thread = new Thread(task, "call-of-the-kit");
        thread.setDaemon(true);
        thread.start();
        return new Running<>(task, thread);
    }

    private static <T> T result(Running<T> running, Duration limit) throws Exception {
        try {
            return running.task().get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            AssertionError busy = new AssertionError("still busy after " + limit);
            busy.setStackTrace(running.thread().getStackTrace());
            running.thread().interrupt();
            throw busy;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw (Exception) e.getCause();
        }
    }
}
