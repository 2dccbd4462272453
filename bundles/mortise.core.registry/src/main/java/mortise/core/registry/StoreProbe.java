package mortise.core.registry;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import mortise.spi.operations.HealthCheck;
import mortise.spi.storage.Store;
import mortise.spi.storage.StoreException;

/** Asks the store something small, and does not wait longer than it is told. One question is under way at a time. */
final class StoreProbe implements HealthCheck, AutoCloseable {

    private final Store store;
    private final Duration limit;
    private final ExecutorService asker;
    private FutureTask<Optional<String>> question = new FutureTask<>(Optional::empty); // guarded by this

    StoreProbe(Store store, Duration limit) {
        this.store = store;
        this.limit = limit;
        this.asker = Executors.newSingleThreadExecutor(task -> {
            var thread = new Thread(task, "mortise-store-probe");
            thread.setDaemon(true);
            return thread;
        });
        question.run();
    }

    @Override
    public Optional<String> failure() {
        try {
            return question().get(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException slow) {
            return Optional.of("the store has not answered within " + limit.toMillis() + " ms");
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return Optional.of("the server is shutting down");
        } catch (ExecutionException broken) {
            throw new IllegalStateException(broken.getCause());
        }
    }

    /** Whoever asks while an answer is due waits for that one. */
    private synchronized FutureTask<Optional<String>> question() {
        if (question.isDone()) {
            question = new FutureTask<>(this::ask);
            asker.execute(question);
        }
        return question;
    }

    private Optional<String> ask() {
        try {
            store.currentRevision();
            return Optional.empty();
        } catch (StoreException failed) {
            return Optional.of("the store does not answer: " + failed.getMessage());
        }
    }

    @Override
    public void close() {
        asker.shutdownNow();
    }
}
