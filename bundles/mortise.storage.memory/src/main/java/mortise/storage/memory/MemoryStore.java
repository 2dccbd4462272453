package mortise.storage.memory;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import mortise.spi.storage.Commit;
import mortise.spi.storage.CommitOutcome;
import mortise.spi.storage.RangePage;
import mortise.spi.storage.RangeRequest;
import mortise.spi.storage.Store;
import mortise.spi.storage.StoreException;
import mortise.spi.storage.StoreWatch;
import mortise.spi.storage.StoredValue;
import mortise.spi.storage.WatchListener;
import mortise.spi.storage.WatchRequest;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;

/**
 * A store in memory. One thread makes all commits and delivers all events, in this order: change, events, outcome.
 * Readers never wait for watches.
 */
@Component(service = Store.class, name = "mortise.storage.memory", property = Store.BACKEND + "=memory")
public final class MemoryStore implements Store {

    /** How many commits may be under way; further callers wait. */
    private static final int COMMITS_UNDER_WAY_MAX = 10_000;
    private static final long CLOSE_SECONDS_MAX = 10;

    private final History history = new History();
    private final WatchHub hub = new WatchHub();
    private final Semaphore room = new Semaphore(COMMITS_UNDER_WAY_MAX);
    private final ExecutorService writer;

    /** Opens an empty store. */
    @Activate
    public MemoryStore() {
        writer = Executors.newSingleThreadExecutor(task -> {
            Thread thread = new Thread(task, "mortise-memory-writer");
            thread.setDaemon(true);
            return thread;
        });
        // The thread is there from now on: if a shutdown came while the first task makes it, what was accepted
        // meanwhile would stay in the queue, and the executor would never terminate.
        writer.execute(() -> { });
    }

    /** Makes the commits under way, ends all watches and takes no commits any more. */
    @Deactivate
    public void close() {
        try {
            writer.execute(() -> hub.endAll(closed()));
        } catch (RejectedExecutionException alreadyClosed) {
            return;
        }
        writer.shutdown();
        try {
            writer.awaitTermination(CLOSE_SECONDS_MAX, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public Optional<StoredValue> get(String key, long revision) {
        return history.get(key, revision);
    }

    @Override
    public RangePage range(RangeRequest request) {
        return history.range(request);
    }

    @Override
    public CompletionStage<CommitOutcome> commit(Commit commit) {
        CompletableFuture<CommitOutcome> outcome = new CompletableFuture<>();
        try {
            room.acquire();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return CompletableFuture.failedFuture(new StoreException("interrupted before the commit began", e));
        }
        try {
            writer.execute(() -> make(commit, outcome));
        } catch (RejectedExecutionException e) {
            room.release();
            return CompletableFuture.failedFuture(closed());
        }
        return outcome;
    }

    private void make(Commit commit, CompletableFuture<CommitOutcome> outcome) {
        try {
            History.Made made = history.commit(commit);
            made.event().ifPresent(event -> {
                hub.publish(event);
                expireLater(commit, event.revision());
            });
            outcome.complete(made.outcome());
        } finally {
            room.release();
        }
    }

    /** After a change of the key, the deletion finds another revision and does nothing. */
    private void expireLater(Commit commit, long revision) {
        if (commit.lifetimeSeconds() > 0) {
            Commit deletion = Commit.delete(commit.key(), revision);
            CompletableFuture.delayedExecutor(commit.lifetimeSeconds(), TimeUnit.SECONDS).execute(() -> {
                if (!writer.isShutdown()) {
                    commit(deletion);
                }
            });
        }
    }

    @Override
    public StoreWatch watch(WatchRequest request, WatchListener listener) {
        history.failIfCompacted(request.afterRevision());
        MemoryWatch watch = hub.create(request, listener);
        try {
            writer.execute(() -> hub.open(watch, history));
        } catch (RejectedExecutionException e) {
            throw closed();
        }
        return watch;
    }

    @Override
    public long currentRevision() {
        return history.revision();
    }

    @Override
    public void compact(long revision) {
        history.compact(revision);
    }

    @Override
    public long compactedRevision() {
        return history.compacted();
    }

    private static StoreException closed() {
        return new StoreException("the store is closed", null);
    }
}
