package mortise.core.cache;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.Delayed;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** A timer and a clock that only {@link #advance} moves; due tasks run in the thread that does. */
final class ManualTimer extends AbstractExecutorService implements ScheduledExecutorService, InstantSource {

    private final List<Task<?>> tasks = new ArrayList<>();
    private Instant now = Instant.parse("2026-01-01T00:00:00Z");

    @Override
    public synchronized Instant instant() {
        return now;
    }

    void advance(Duration time) {
        Instant end = instant().plus(time);
        Task<?> due = nextDue(end);
        while (due != null) {
            due.run();
            due = nextDue(end);
        }
        synchronized (this) {
            now = end;
        }
    }

    private synchronized Task<?> nextDue(Instant end) {
        tasks.removeIf(FutureTask::isCancelled);
        Task<?> next = tasks.stream().min(Comparator.comparing(task -> task.at)).orElse(null);
        if (next == null || next.at.isAfter(end)) {
            return null;
        }
        now = next.at;
        if (next.period == 0) {
            tasks.remove(next);
        } else {
            next.at = next.at.plusMillis(next.period);
        }
        return next;
    }

    synchronized int waiting() {
        tasks.removeIf(FutureTask::isCancelled);
        return tasks.size();
    }

    private synchronized <T> Task<T> add(Task<T> task) {
        tasks.add(task);
        return task;
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
        return add(new Task<>(() -> {
            command.run();
            return null;
        }, instant().plusMillis(unit.toMillis(delay)), 0));
    }

    @Override
    public <V> ScheduledFuture<V> schedule(Callable<V> callable, long delay, TimeUnit unit) {
        return add(new Task<>(callable, instant().plusMillis(unit.toMillis(delay)), 0));
    }

    @Override
    public ScheduledFuture<?> scheduleAtFixedRate(Runnable command, long initialDelay, long period, TimeUnit unit) {
        return add(new Task<>(() -> {
            command.run();
            return null;
        }, instant().plusMillis(unit.toMillis(initialDelay)), unit.toMillis(period)));
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(Runnable command, long initialDelay, long delay, TimeUnit unit) {
        return scheduleAtFixedRate(command, initialDelay, delay, unit);
    }

    @Override
    public void shutdown() {
    }

    @Override
    public List<Runnable> shutdownNow() {
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
        return false;
    }

    @Override
    public void execute(Runnable command) {
        command.run();
    }

    private static final class Task<V> extends FutureTask<V> implements ScheduledFuture<V> {

        private Instant at;
        private final long period;

        Task(Callable<V> callable, Instant at, long period) {
            super(callable);
            this.at = at;
            this.period = period;
        }

        @Override
        public void run() {
            if (period == 0) {
                super.run();
            } else {
                runAndReset();
            }
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
