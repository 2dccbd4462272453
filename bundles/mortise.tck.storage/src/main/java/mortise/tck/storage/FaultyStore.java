package mortise.tck.storage;

import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import mortise.spi.storage.Commit;
import mortise.spi.storage.CommitOutcome;
import mortise.spi.storage.RangePage;
import mortise.spi.storage.RangeRequest;
import mortise.spi.storage.Store;
import mortise.spi.storage.StoreException;
import mortise.spi.storage.StoreWatch;
import mortise.spi.storage.StoredValue;
import mortise.spi.storage.UnknownOutcomeException;
import mortise.spi.storage.WatchListener;
import mortise.spi.storage.WatchRequest;

/**
 * A store that misbehaves as real ones do, chosen by a seed: operations fail, commits are late, and the outcome of a
 * commit gets lost, whether the commit was made or not. What it does reach, the store behind it does correctly.
 */
public final class FaultyStore implements Store {

    /**
     * How often what happens; shares are between 0 and 1.
     *
     * @param failed share of operations that fail without effect
     * @param unknown share of commits whose outcome is lost; half of them are made
     * @param delayed share of commits whose outcome comes late
     * @param delayMax how late at most
     */
    public record Faults(double failed, double unknown, double delayed, Duration delayMax) {
    }

    private final Store store;
    private final Faults faults;
    private final ScheduledExecutorService scheduler;
    private final Random random;

    /**
     * Wraps a store.
     *
     * @param seed the same seed and the same order of calls give the same faults
     * @param scheduler completes delayed commits; the caller shuts it down
     */
    public FaultyStore(Store store, Faults faults, long seed, ScheduledExecutorService scheduler) {
        this.store = store;
        this.faults = faults;
        this.scheduler = scheduler;
        this.random = new Random(seed);
    }

    @Override
    public Optional<StoredValue> get(String key, long revision) {
        maybeFail("get");
        return store.get(key, revision);
    }

    @Override
    public RangePage range(RangeRequest request) {
        maybeFail("range");
        return store.range(request);
    }

    @Override
    public CompletionStage<CommitOutcome> commit(Commit commit) {
        if (happens(faults.failed)) {
            return CompletableFuture.failedFuture(new StoreException("commit failed on purpose", null));
        }
        return maybeDelayed(happens(faults.unknown) ? lost(commit) : store.commit(commit));
    }

    @Override
    public StoreWatch watch(WatchRequest request, WatchListener listener) {
        maybeFail("watch");
        return store.watch(request, listener);
    }

    @Override
    public long currentRevision() {
        maybeFail("currentRevision");
        return store.currentRevision();
    }

    @Override
    public void compact(long revision) {
        maybeFail("compact");
        store.compact(revision);
    }

    @Override
    public long compactedRevision() {
        return store.compactedRevision();
    }

    private CompletionStage<CommitOutcome> lost(Commit commit) {
        CompletionStage<?> made = happens(0.5) ? store.commit(commit) : CompletableFuture.completedFuture(null);
        return made.thenCompose(outcome ->
            CompletableFuture.failedFuture(new UnknownOutcomeException("outcome lost on purpose", null)));
    }

    private CompletionStage<CommitOutcome> maybeDelayed(CompletionStage<CommitOutcome> stage) {
        if (!happens(faults.delayed)) {
            return stage;
        }
        long delayNanos = (long) (random.nextDouble() * faults.delayMax.toNanos());
        CompletableFuture<CommitOutcome> late = new CompletableFuture<>();
        stage.whenComplete((outcome, failure) -> scheduler.schedule(
            () -> failure == null ? late.complete(outcome) : late.completeExceptionally(failure),
            delayNanos, TimeUnit.NANOSECONDS));
        return late;
    }

    private void maybeFail(String operation) {
        if (happens(faults.failed)) {
            throw new StoreException(operation + " failed on purpose", null);
        }
    }

    private boolean happens(double share) {
        return random.nextDouble() < share;
    }
}
