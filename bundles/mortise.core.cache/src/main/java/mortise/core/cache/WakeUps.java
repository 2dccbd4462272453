package mortise.core.cache;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Has the readers of watches run on the dispatcher: a few tasks take watches from one queue, because a task for every
 * watch and event would cost more than what it does. Any thread.
 */
final class WakeUps {

    /** After so many watches a task makes room for what else the dispatcher has to do. */
    private static final int WATCHES_PER_TASK = 64;

    private final Executor dispatcher;
    private final int tasksMax = Math.max(4, 2 * Runtime.getRuntime().availableProcessors());
    private final Queue<Watcher> ready = new ConcurrentLinkedQueue<>();
    private final AtomicInteger tasks = new AtomicInteger();

    WakeUps(Executor dispatcher) {
        this.dispatcher = dispatcher;
    }

    /** Notes that a watch has something for its reader. Runs nothing, so it may be called under a lock. */
    void add(Watcher watcher) {
        if (watcher.needsRun()) {
            ready.add(watcher);
        }
    }

    /** Has everything run that was noted. Not to be called under a lock: the dispatcher may run it right here. */
    void flush() {
        if (ready.isEmpty()) {
            return;
        }
        int running = tasks.get();
        while (running < tasksMax) {
            if (tasks.compareAndSet(running, running + 1)) {
                launch();
                return;
            }
            running = tasks.get();
        }
    }

    private void launch() {
        try {
            dispatcher.execute(this::run);
        } catch (RejectedExecutionException stopped) {
            // The dispatcher was shut down, so there is nobody left to tell.
            tasks.decrementAndGet();
            ready.clear();
        }
    }

    private void run() {
        try {
            Watcher watcher = ready.poll();
            for (int i = 1; watcher != null; i++) {
                flush();
                if (watcher.run()) {
                    ready.add(watcher);
                }
                watcher = i < WATCHES_PER_TASK ? ready.poll() : null;
            }
        } finally {
            tasks.decrementAndGet();
            flush();
        }
    }
}
