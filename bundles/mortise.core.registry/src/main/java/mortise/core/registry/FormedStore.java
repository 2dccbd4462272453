package mortise.core.registry;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import mortise.spi.storage.Commit;
import mortise.spi.storage.CommitOutcome;
import mortise.spi.storage.CommitOutcome.Refused;
import mortise.spi.storage.RangePage;
import mortise.spi.storage.RangeRequest;
import mortise.spi.storage.Store;
import mortise.spi.storage.StoreEvent;
import mortise.spi.storage.StoreException;
import mortise.spi.storage.StoreWatch;
import mortise.spi.storage.StoredValue;
import mortise.spi.storage.WatchListener;
import mortise.spi.storage.WatchRequest;

/**
 * The store as one resource sees it: every value is JSON, whatever form it is stored in, and lives as long as objects
 * of the resource do.
 */
final class FormedStore implements Store {

    private final Store store;
    private final StoredForm form;
    private final long lifetimeSeconds;

    /**
     * @param lifetime of what is written; zero for ever
     */
    FormedStore(Store store, StoredForm form, Duration lifetime) {
        this.store = store;
        this.form = form;
        this.lifetimeSeconds = lifetime.toSeconds();
    }

    private StoredValue seen(StoredValue value) {
        byte[] json = value.unreadable().isEmpty() ? form.read(value.value()) : value.value();
        return json == value.value() ? value
                : new StoredValue(value.key(), json, value.createRevision(), value.modRevision());
    }

    private StoreEvent seen(StoreEvent event) {
        byte[] stored = event.value();
        byte[] json = stored == null || !event.unreadable().isEmpty() ? stored : form.read(stored);
        return json == stored ? event : new StoreEvent(event.key(), json, event.createRevision(), event.revision());
    }

    @Override
    public Optional<StoredValue> get(String key, long revision) {
        return store.get(key, revision).map(this::seen);
    }

    @Override
    public RangePage range(RangeRequest request) {
        RangePage page = store.range(request);
        return new RangePage(page.values().stream().map(this::seen).toList(), page.more(), page.revision());
    }

    @Override
    public CompletionStage<CommitOutcome> commit(Commit commit) {
        byte[] value = commit.value();
        Commit stored = value == null ? commit : commit.withValue(form.write(value)).withLifetime(lifetimeSeconds);
        return store.commit(stored).thenApply(outcome -> outcome instanceof Refused refused
                ? new Refused(refused.current().map(this::seen)) : outcome);
    }

    @Override
    public StoreWatch watch(WatchRequest request, WatchListener listener) {
        return store.watch(request, new WatchListener() {
            @Override
            public void onEvents(List<StoreEvent> events) {
                listener.onEvents(events.stream().map(FormedStore.this::seen).toList());
            }

            @Override
            public void onEnd(StoreException why) {
                listener.onEnd(why);
            }
        });
    }

    @Override
    public boolean outdated(String key) {
        return store.outdated(key);
    }

    @Override
    public long currentRevision() {
        return store.currentRevision();
    }

    @Override
    public void compact(long revision) {
        store.compact(revision);
    }

    @Override
    public long compactedRevision() {
        return store.compactedRevision();
    }
}
