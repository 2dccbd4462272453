package mortise.storage.rocksdb;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import mortise.core.rocksdb.DataDirectory;
import mortise.core.rocksdb.Database;
import mortise.core.rocksdb.SnapshotReader;
import mortise.core.rocksdb.WalFiles;
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
import org.osgi.service.metatype.annotations.Designate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The embedded store. The component is delayed: the database is opened when somebody takes the service, and not when
 * another backend is configured.
 */
@Component(service = Store.class, name = "mortise.storage.rocksdb", property = Store.BACKEND + "=rocksdb")
@Designate(ocd = RocksStoreConfig.class)
public final class RocksStore implements Store {

    private static final Logger LOG = LoggerFactory.getLogger(RocksStore.class);
    private static final long CLOSE_SECONDS_MAX = 30;
    private static final long EXPIRY_MILLIS = 1_000;

    private final DataDirectory directory;
    private final Database database;
    private final SnapshotReader reader;
    private final ScheduledExecutorService catchingUp;
    private final ScheduledExecutorService compacting;
    private final ScheduledExecutorService expiring;
    private final WatchHub hub;
    private final Compactor compactor;
    private final RevisionLog log;

    /** What a store is opened with; see {@link RocksStoreConfig}. */
    record Settings(Path directory, boolean walSync, int blockCacheMebibytes, Duration retention, Duration interval,
            int queueLengthMax, int groupBytesMax, Duration gather, boolean acceptDamagedLog) {

        static Settings of(RocksStoreConfig config) {
            return new Settings(Path.of(config.data_dir()), config.wal_sync(), config.block_cache_mebibytes(),
                Duration.ofSeconds(config.history_retention_seconds()),
                Duration.ofSeconds(config.compaction_interval_seconds()),
                config.commit_queue_length_max(), config.commit_group_bytes_max(),
                Duration.of(config.commit_gather_micros(), ChronoUnit.MICROS), config.accept_damaged_log());
        }
    }

    /** Opens the store, and creates it if needed. Fails when another process holds the data directory. */
    @Activate
    public RocksStore(RocksStoreConfig config) {
        this(Settings.of(config), Clock.systemUTC(), step -> { });
    }

    RocksStore(Settings settings, Clock clock, Consumer<CommitStep> steps) {
        directory = DataDirectory.take(settings.directory());
        boolean opened = false;
        try {
            if (settings.walSync() && !settings.acceptDamagedLog()) {
                requireWholeLog(directory.database());
            }
            database = new Database(directory.database(), settings.walSync(), settings.blockCacheMebibytes());
            opened = true;
        } finally {
            if (!opened) {
                directory.close();
            }
        }
        reader = new SnapshotReader(database);
        long revision = database.snapshot("reading the revision", database::revision);
        long compacted = database.snapshot("reading the compacted revision", database::compacted);
        catchingUp = Executors.newSingleThreadScheduledExecutor(daemon("mortise-store-watches"));
        expiring = Executors.newSingleThreadScheduledExecutor(daemon("mortise-store-expirer"));
        compacting = Executors.newSingleThreadScheduledExecutor(daemon("mortise-store-compactor"));
        hub = new WatchHub(reader, revision, catchingUp);
        compactor = new Compactor(database, clock, settings.retention(), compacted);
        CommitQueue queue = new CommitQueue(settings.queueLengthMax(), settings.groupBytesMax(), settings.gather());
        log = new RevisionLog(database, hub, queue, revision, clock, steps);
        log.start();
        long intervalMillis = settings.interval().toMillis();
        var expirer = new Expirer(database, clock, log::commit);
        expiring.scheduleWithFixedDelay(expirer::run, EXPIRY_MILLIS, EXPIRY_MILLIS, TimeUnit.MILLISECONDS);
        compacting.scheduleWithFixedDelay(compactor::run, 0, intervalMillis, TimeUnit.MILLISECONDS);
    }

    /** What RocksDB would pass over without a word is for somebody to decide. */
    private static void requireWholeLog(Path database) {
        WalFiles.damage(database).ifPresent(damage -> {
            throw new StoreException("the store is damaged: " + damage + ". Restore a backup, or start with "
                + "--accept-damaged-log to lose what comes after the damage", null);
        });
    }

    /** Makes the commits that wait, ends all watches, and releases the data directory. */
    @Deactivate
    public void close() {
        expiring.shutdown();
        log.close();
        shutDown(expiring);
        shutDown(compacting);
        shutDown(catchingUp);
        hub.close();
        try {
            database.flush();
        } catch (StoreException e) {
            LOG.warn("The store could not be flushed; the next start takes longer.", e);
        }
        database.close();
        directory.close();
    }

    @Override
    public Optional<StoredValue> get(String key, long revision) {
        return reader.get(key, revision);
    }

    @Override
    public RangePage range(RangeRequest request) {
        return reader.range(request);
    }

    @Override
    public CompletionStage<CommitOutcome> commit(Commit commit) {
        return log.commit(commit);
    }

    @Override
    public StoreWatch watch(WatchRequest request, WatchListener listener) {
        return hub.open(request, listener);
    }

    @Override
    public long currentRevision() {
        return hub.published();
    }

    @Override
    public void compact(long revision) {
        compactor.compact(revision);
    }

    @Override
    public long compactedRevision() {
        return compactor.compacted();
    }

    private static void shutDown(ScheduledExecutorService executor) {
        executor.shutdown();
        try {
            executor.awaitTermination(CLOSE_SECONDS_MAX, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static ThreadFactory daemon(String name) {
        return task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        };
    }
}
