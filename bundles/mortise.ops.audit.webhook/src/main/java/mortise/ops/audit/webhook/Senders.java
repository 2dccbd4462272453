package mortise.ops.audit.webhook;

import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Threads that send batches, so that a server that takes its time, or has to be tried again, does not hold up the next
 * ones. With all of them busy, whoever gives them work does it; events then wait, and are lost when too many do.
 */
final class Senders implements AutoCloseable {

    /** How many batches are under way at a time, beside that of the queue itself. */
    static final int THREADS_MAX = 8;

    private static final long IDLE_SECONDS = 10;
    private static final long CLOSE_SECONDS = 5;

    private final ThreadPoolExecutor threads = new ThreadPoolExecutor(0, THREADS_MAX, IDLE_SECONDS, TimeUnit.SECONDS,
            new SynchronousQueue<>(), Senders::thread, new ThreadPoolExecutor.CallerRunsPolicy());

    private static Thread thread(Runnable work) {
        var thread = new Thread(work, "mortise-audit-webhook-sender");
        thread.setDaemon(true);
        return thread;
    }

    void send(Runnable work) {
        threads.execute(work);
    }

    /** Waits for what is under way, as far as there is time. */
    @Override
    public void close() {
        threads.shutdown();
        try {
            threads.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
    }
}
