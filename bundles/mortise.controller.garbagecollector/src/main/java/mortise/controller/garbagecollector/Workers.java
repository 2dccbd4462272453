package mortise.controller.garbagecollector;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import mortise.api.ApiException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads that do what is in the queue: as many as there is work for, up to a limit. One that finds nothing to do for
 * a while ends. Belongs to one thread, which {@link #engage engages} them and closes this.
 */
final class Workers implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Workers.class);

    private static final Duration IDLE = Duration.ofSeconds(10);
    private static final Duration END_WITHIN = Duration.ofSeconds(2);

    private final WorkQueue<Task> queue;
    private final Collector collector;
    private final int max;
    private final Set<Thread> threads = new HashSet<>(); // guarded by itself
    private int started;

    Workers(WorkQueue<Task> queue, Collector collector, int max) {
        this.queue = queue;
        this.collector = collector;
        this.max = max;
    }

    /** Starts another thread if there is more to do than there are threads free. */
    void engage() {
        synchronized (threads) {
            if (threads.size() < max && queue.needsTaker()) {
                var thread = new Thread(this::work, "mortise-garbagecollector-" + ++started);
                thread.setDaemon(true);
                threads.add(thread);
                thread.start();
            }
        }
    }

    private void work() {
        try {
            while (true) {
                Optional<Task> task = queue.take(IDLE);
                if (task.isEmpty()) {
                    return;
                }
                engage();
                work(task.get());
            }
        } catch (InterruptedException stopped) {
            // Whoever interrupts has taken the work away.
        } finally {
            synchronized (threads) {
                threads.remove(Thread.currentThread());
            }
        }
    }

    private void work(Task task) {
        boolean done = false;
        try {
            done = collector.work(task);
        } catch (ApiException failed) {
            LOG.debug("{} is tried again: {}", task, failed.getMessage());
        } catch (RuntimeException failed) {
            LOG.warn("{} failed and is tried again", task, failed);
        } finally {
            if (done) {
                queue.done(task);
            } else {
                queue.failed(task);
            }
        }
    }

    /** Ends every thread, and waits for that, but not long. */
    @Override
    public void close() {
        List<Thread> ending;
        synchronized (threads) {
            ending = new ArrayList<>(threads);
        }
        ending.forEach(Thread::interrupt);
        long deadline = System.nanoTime() + END_WITHIN.toNanos();
        try {
            for (Thread thread : ending) {
                TimeUnit.NANOSECONDS.timedJoin(thread, deadline - System.nanoTime());
            }
        } catch (InterruptedException again) {
            Thread.currentThread().interrupt();
        }
    }
}
