package mortise.controller.namespace;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

/**
 * Some threads that delete at the same time: a store commits many changes at once as fast as one, and waiting for each
 * would make the end of ten thousand objects take ten seconds.
 */
final class Deleters implements AutoCloseable {

    private static final int THREADS = 16;
    /** What is handed out at once, so that an interrupt ends the work soon. */
    private static final int BATCH = 1024;

    private final ExecutorService threads;

    Deleters() {
        threads = Executors.newFixedThreadPool(THREADS, task -> {
            var thread = new Thread(task, "mortise-namespace-deleter");
            thread.setDaemon(true);
            return thread;
        });
    }

    /**
     * Does something with each item, in no particular order, and waits for the end.
     *
     * @param action what it throws is lost
     */
    <T> void forEach(Iterable<T> items, Consumer<T> action) throws InterruptedException {
        List<Callable<Boolean>> batch = new ArrayList<>(BATCH);
        for (T item : items) {
            batch.add(() -> {
                action.accept(item);
                return true;
            });
            if (batch.size() == BATCH) {
                threads.invokeAll(batch);
                batch.clear();
            }
        }
        if (!batch.isEmpty()) {
            threads.invokeAll(batch);
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
