package mortise.storage.etcd;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import mortise.api.GoDuration;
import mortise.core.etcd.EtcdSettings;
import mortise.core.etcd.EtcdValues;
import mortise.spi.storage.Commit;
import mortise.spi.storage.CommitOutcome;
import mortise.spi.storage.CommitOutcome.Committed;
import mortise.spi.storage.CompactedException;
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
import org.osgi.service.metatype.annotations.Designate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A store on etcd. Revisions are etcd's own; each commit is one transaction on one key. The component is delayed: etcd
 * is spoken to when the service is taken.
 */
@Component(service = Store.class, name = "mortise.storage.etcd", property = {
    Store.BACKEND + "=etcd", Store.SHARED + "=true"})
@Designate(ocd = EtcdStoreConfig.class)
public final class EtcdStore implements Store {

    private static final Logger LOG = LoggerFactory.getLogger(EtcdStore.class);

    /** How long a commit waits for the watches of this server to have its event. */
    private static final long DELIVERY_MILLIS_MAX = 1_000;

    private final EtcdValues values;
    private final Progress progress;
    private final SharedCompaction compaction;
    private final List<EtcdWatch> watches = new CopyOnWriteArrayList<>();
    /** The latest revision that etcd was heard to have. */
    private final AtomicLong latest = new AtomicLong();
    private volatile boolean closed;

    /** Connects. Does not fail when etcd is not there yet; what is asked of it meanwhile does. */
    @Activate
    public EtcdStore(EtcdStoreConfig config) {
        this(settings(config),
                GoDuration.setting("etcd.compaction.interval", config.etcd_compaction_interval()).toSeconds());
    }

    EtcdStore(EtcdSettings settings, long compactionSeconds) {
        values = new EtcdValues(settings);
        progress = new Progress(values.changes(), settings.servers(), watches);
        compaction = new SharedCompaction(values.history());
        compaction.start(compactionSeconds);
        values.begin(progress::learn);
    }

    private static EtcdSettings settings(EtcdStoreConfig config) {
        return new EtcdSettings(List.of(config.etcd_servers()), config.etcd_cafile(), config.etcd_certfile(),
                config.etcd_keyfile(), Duration.ofSeconds(config.request_timeout_seconds()),
                Duration.ofSeconds(config.connect_timeout_seconds()), config.response_mebibytes_max(),
                config.etcd_prefix());
    }

    /** Ends all watches and lets go of etcd. */
    @Deactivate
    public void close() {
        closed = true;
        values.end();
        compaction.close();
        progress.close();
        watches.forEach(watch -> watch.end(closed()));
        values.close();
    }

    @Override
    public Optional<StoredValue> get(String key, long revision) {
        return values.get(key, revision);
    }

    @Override
    public RangePage range(RangeRequest request) {
        return values.range(request);
    }

    @Override
    public CompletionStage<CommitOutcome> commit(Commit commit) {
        return values.commit(commit).thenCompose(outcome -> outcome instanceof Committed committed
                ? delivered(commit.key(), committed) : CompletableFuture.completedFuture(outcome));
    }

    /** Completes once the watches of this server have the event of a commit, or are known to be late. */
    private CompletableFuture<CommitOutcome> delivered(String key, Committed committed) {
        latest.accumulateAndGet(committed.revision(), Math::max);
        CompletableFuture<?>[] waits = watches.stream()
                .filter(watch -> !watch.late() && key.startsWith(watch.request().prefix()))
                .map(watch -> watch.whenDelivered(committed.revision())
                        .completeOnTimeout(false, DELIVERY_MILLIS_MAX, TimeUnit.MILLISECONDS)
                        .thenAccept(done -> {
                            if (!done) {
                                watch.beLate();
                            }
                        }))
                .toArray(CompletableFuture[]::new);
        return CompletableFuture.allOf(waits).thenApply(all -> committed);
    }

    @Override
    public StoreWatch watch(WatchRequest request, WatchListener listener) {
        if (closed) {
            throw closed();
        }
        values.requireHere("following " + request.prefix());
        if (!values.history().remembers(request.afterRevision())) {
            throw new CompactedException(request.afterRevision(), compactedRevision());
        }
        var watch = new EtcdWatch(request, listener, progress, this::ended);
        watches.add(watch);
        watch.follow(values.changes().follow(request.prefix(), request.afterRevision(), watch));
        return watch;
    }

    private void ended(EtcdWatch watch) {
        watches.remove(watch);
        progress.forget(watch);
    }

    @Override
    public long currentRevision() {
        long known = Math.max(latest.get(), progress.seen());
        long current = values.currentRevision();
        if (current >= known) {
            latest.accumulateAndGet(current, Math::max);
        } else if (forgets(current)) {
            LOG.warn("etcd had revision {} and has {} now: it was restored to an older state", known, current);
            // They may have followed changes that are lost. Whoever goes on sees for himself what is there now.
            watches.forEach(watch -> watch.end(new StoreException("etcd was restored to an older state", null)));
        }
        return current;
    }

    /** Forgets what etcd had after a revision, and says whether anything was known of that. */
    private synchronized boolean forgets(long current) {
        if (Math.max(latest.get(), progress.seen()) <= current) {
            return false;
        }
        latest.set(current);
        progress.startOver(current);
        return true;
    }

    @Override
    public void compact(long revision) {
        try {
            values.history().compact(revision);
        } catch (CompactedException faster) {
            // Somebody else was faster, which is as good.
        }
    }

    @Override
    public long compactedRevision() {
        values.requireHere("asking for the compacted revision");
        return values.history().lowest();
    }

    private static StoreException closed() {
        return new StoreException("the store is closed", null);
    }
}
