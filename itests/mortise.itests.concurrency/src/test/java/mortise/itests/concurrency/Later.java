package mortise.itests.concurrency;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** A dispatcher and timer without threads: tasks, due at once, wait for whoever calls {@link #runAll}. Any thread. */
final class Later extends AbstractExecutorService implements ScheduledExecutorService {

    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();

    /** Runs what waits, and what that adds; says whether there was anything. */
    boolean runAll() {
        boolean any = false;
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
            any = true;
        }
        return any;
    }

    @Override
    public void execute(Runnable task) {
        tasks.add(task);
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
        var due = new Task<Void>(task, null);
        tasks.add(due);
        return due;
    }

    @Override
    public <V> ScheduledFuture<V> schedule(Callable<V> task, long delay, TimeUnit unit) {
        throw new UnsupportedOperationException();
    }

    @Override
    public ScheduledFuture<?> scheduleAtFixedRate(Runnable task, long delay, long period, TimeUnit unit) {
        return new Task<Void>(task, null);
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(Runnable task, long delay, long period, TimeUnit unit) {
        return scheduleAtFixedRate(task, delay, period, unit);
    }

    @Override
    public void shutdown() {
        tasks.clear();
    }

    @Override
    public List<Runnable> shutdownNow() {
        tasks.clear();
        return List.of();
    }

    @Override
    public boolean isShutdown() {
        return false;
    }

    @Override
    public boolean isTerminated() {
        return false;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
        return true;
    }

    private static final class Task<V> extends FutureTask<V> implements ScheduledFuture<V> {

        @SuppressWarnings("NullAway")
        Task(Runnable task, V result) {
            super(task, result);
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return 0;
        }

        @Override
        public int compareTo(Delayed other) {
            return 0;
        }
    }
}
