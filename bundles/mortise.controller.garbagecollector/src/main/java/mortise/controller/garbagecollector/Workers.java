package mortise.controller.garbagecollector;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import mortise.api.ApiException;
import mortise.api.ApiStatus;
import mortise.api.ErrorReason;
import mortise.spi.controller.WorkQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tasks, and the threads that do them: as many as there is work for, up to a limit; one that finds nothing to do for a
 * while ends. Nothing is done before this is opened. Any thread may call anything but {@link #close}.
 */
final class Workers implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Workers.class);

    /** Tasks are about objects in the graph, a few for each at most. */
    private static final int TASKS_MAX = 50_000_000;
    private static final Duration FIRST_PAUSE = Duration.ofMillis(5);
    private static final Duration LAST_PAUSE = Duration.ofMinutes(5);
    private static final Duration IDLE = Duration.ofSeconds(10);
    private static final Duration END_WITHIN = Duration.ofSeconds(2);

    private final WorkQueue<Task> queue = new WorkQueue<>(TASKS_MAX, FIRST_PAUSE, LAST_PAUSE);
    /** What failed last time. */
    private final Set<Task> failing = ConcurrentHashMap.newKeySet();
    private final int max;
    private final Set<Thread> threads = new HashSet<>(); // guarded by this
    private Predicate<Task> work = task -> true; // guarded by this
    private int started; // guarded by this
    /** How many threads wait for a task. */
    private int idle; // guarded by this
    private boolean open; // guarded by this

    /** @param max how many threads at most */
    Workers(int max) {
        this.max = max;
    }

    /**
     * Says how tasks are done; before the first is added.
     *
     * @param does returns whether a task is done; it comes again later when not, or when an exception is thrown
     */
    synchronized void employ(Predicate<Task> does) {
        work = does;
    }

    /** Adds what is to be done. */
    void add(Collection<Task> tasks) {
        for (Task task : tasks) {
            if (!queue.add(task)) {
                throw new ApiException(ApiStatus.of(ErrorReason.TOO_MANY_REQUESTS, "too much to do at the same time"));
            }
        }
        engage();
    }

    /** Lets everything that failed be tried again at once. */
    void hurry() {
        add(List.copyOf(failing));
    }

    /** Lets tasks be done from now on, or lets them wait. */
    synchronized void setOpen(boolean isOpen) {
        open = isOpen;
        notifyAll();
    }

    /** Starts another thread if there are tasks and nobody waits for them. */
    synchronized void engage() {
        if (open && idle == 0 && threads.size() < max && queue.untilDue().isPresent()) {
            var thread = new Thread(this::work, "mortise-garbagecollector-" + ++started);
            thread.setDaemon(true);
            threads.add(thread);
            thread.start();
        }
    }

    private void work() {
        try {
            Optional<Task> task = take();
            while (task.isPresent()) {
                engage();
                work(task.get());
                task = take();
            }
        } catch (InterruptedException stopped) {
            // Whoever interrupts has taken the work away.
        } finally {
            synchronized (this) {
                threads.remove(Thread.currentThread());
            }
        }
    }

    private Optional<Task> take() throws InterruptedException {
        waiting(1);
        try {
            Optional<Task> task = queue.take(IDLE);
            awaitOpen();
            return task;
        } finally {
            waiting(-1);
        }
    }

    private synchronized void waiting(int more) {
        idle += more;
    }

    private synchronized void awaitOpen() throws InterruptedException {
        while (!open) {
            wait();
        }
    }

    private void work(Task task) {
        boolean done = false;
        try {
            done = does().test(task);
        } catch (ApiException failed) {
            LOG.debug("{} is tried again: {}", task, failed.getMessage());
        } catch (RuntimeException failed) {
            LOG.warn("{} failed and is tried again", task, failed);
        } finally {
            if (done) {
                failing.remove(task);
                queue.done(task);
            } else {
                failing.add(task);
                queue.retry(task);
            }
        }
    }

    private synchronized Predicate<Task> does() {
        return work;
    }

    /** Ends every thread, and waits for that, but not long. */
    @Override
    public void close() {
        List<Thread> ending;
        synchronized (this) {
            open = false;
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
