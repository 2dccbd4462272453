package mortise.storage.rocksdb;

import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import mortise.core.rocksdb.Database;
import mortise.core.rocksdb.KeyLayout;
import mortise.core.rocksdb.KeyLayout.Pointer;
import mortise.core.rocksdb.RocksErrors;
import mortise.core.rocksdb.SnapshotReader;
import mortise.core.rocksdb.SnapshotReader.LogPage;
import mortise.spi.storage.Commit;
import mortise.spi.storage.CommitOutcome;
import mortise.spi.storage.CommitOutcome.Committed;
import mortise.spi.storage.CommitOutcome.Refused;
import mortise.spi.storage.StoreEvent;
import mortise.spi.storage.StoreException;
import mortise.spi.storage.StoredValue;
import mortise.spi.storage.UnknownOutcomeException;
import mortise.storage.rocksdb.CommitQueue.Pending;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The single writer. It takes all commits that wait, and in this order, nowhere else: compares each with what the key
 * has, counting in those before it in the group; assigns revisions; writes one batch and syncs it; shows the events
 * to the watches; completes the outcomes.
 *
 * <p>After a write that failed, the disk may hold commits that memory does not know. The log then takes no commits
 * until the database was opened again, so that no revision is used twice and no comparison is made with the wrong
 * state. It does that itself when the disk was full and has room again; any other failure is for somebody to look at.
 */
final class RevisionLog implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(RevisionLog.class);
    private static final long CLOSE_MILLIS_MAX = 30_000;
    private static final long RECOVERY_MILLIS_MIN = 1_000;
    /** What a change takes in a batch besides its value and three times its key. */
    private static final int CHANGE_BYTES = 128;

    private final Database database;
    private final SnapshotReader reader;
    private final WatchHub hub;
    private final CommitQueue queue;
    private final Clock clock;
    private final Consumer<CommitStep> steps;
    private final Thread writer;
    private long revision; // writer thread only, after the constructor
    private @Nullable StoreException failure; // writer thread only
    private long nextRecoveryMillis; // writer thread only

    /**
     * Makes a log; {@link #start} starts its writer.
     *
     * @param revision of the latest change on the disk
     * @param clock tells when lifetimes end
     * @param steps told after each step, on the writer's thread
     */
    RevisionLog(Database database, WatchHub hub, CommitQueue queue, long revision, Clock clock,
            Consumer<CommitStep> steps) {
        this.database = database;
        this.reader = new SnapshotReader(database);
        this.hub = hub;
        this.queue = queue;
        this.revision = revision;
        this.clock = clock;
        this.steps = steps;
        this.writer = new Thread(this::run, "mortise-store-writer");
        writer.setDaemon(true);
    }

    void start() {
        writer.start();
    }

    CompletionStage<CommitOutcome> commit(Commit commit) {
        Pending pending = new Pending(commit, KeyLayout.key(commit.key()), new CompletableFuture<>());
        try {
            if (!queue.add(pending)) {
                pending.outcome().completeExceptionally(RocksErrors.closed());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            pending.outcome().completeExceptionally(new StoreException("interrupted before the commit began", e));
        }
        return pending.outcome();
    }

    /** Makes the commits that wait, and stops the writer. */
    @Override
    public void close() {
        queue.close();
        try {
            writer.join(CLOSE_MILLIS_MAX);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        for (List<Pending> pending = queue.takeGroup(); !pending.isEmpty(); pending = queue.takeGroup()) {
            StoreException lost = failure;
            if (lost == null || recovered(lost)) {
                write(pending);
            } else {
                String until = RocksErrors.isDiskFull(lost) ? "the disk has room" : "the server is started again";
                StoreException refusal = new StoreException("the store takes no commits since a write failed, until "
                    + until + ": " + lost.getMessage(), lost);
                pending.forEach(p -> p.outcome().completeExceptionally(refusal));
            }
        }
    }

    /** Opens the database again when it may help, and shows the watches what the failed write has left. */
    private boolean recovered(StoreException lost) {
        if (!RocksErrors.isDiskFull(lost) || clock.millis() < nextRecoveryMillis) {
            return false;
        }
        nextRecoveryMillis = clock.millis() + RECOVERY_MILLIS_MIN;
        try {
            if (!database.hasRoom()) {
                return false;
            }
            database.reopen();
            long found = database.snapshot("reading the revision", database::revision);
            if (found < revision) {
                throw new StoreException("the disk has revision " + found + ", acknowledged is " + revision, null);
            }
            for (long shown = hub.published(); shown < found; shown = hub.published()) {
                LogPage page = reader.log("", shown, found);
                hub.publish(page.events(), page.upTo());
            }
            revision = found;
            failure = null;
            LOG.info("The disk has room again. The store takes commits, and goes on after revision {}.", found);
            return true;
        } catch (RuntimeException e) {
            LOG.warn("The store could not be opened again, it will be tried again: {}", e.getMessage());
            return false;
        }
    }

    private void write(List<Pending> pending) {
        try (Group group = new Group(pending)) {
            database.use("commit", () -> {
                steps.accept(CommitStep.TAKEN);
                group.compare();
                steps.accept(CommitStep.COMPARED);
                group.write();
                return group;
            });
            steps.accept(CommitStep.WRITTEN);
            group.publish();
            steps.accept(CommitStep.PUBLISHED);
            group.complete();
            steps.accept(CommitStep.COMPLETED);
        } catch (UnknownOutcomeException lost) {
            fail(pending, lost);
        } catch (StoreException withoutEffect) {
            pending.forEach(p -> p.outcome().completeExceptionally(withoutEffect));
        } catch (Throwable unforeseen) {
            fail(pending, RocksErrors.whileWriting(unforeseen));
        }
    }

    private void fail(List<Pending> pending, UnknownOutcomeException lost) {
        failure = lost;
        nextRecoveryMillis = clock.millis() + RECOVERY_MILLIS_MIN;
        LOG.error("A write failed. The store takes no commits until it was opened again.", lost);
        pending.forEach(p -> p.outcome().completeExceptionally(lost));
    }

    /** Commits that are written together. Writer thread only. */
    private final class Group implements AutoCloseable {

        private final List<Pending> pending;
        private final List<CommitOutcome> outcomes;
        private final List<StoreEvent> events;
        /** What the commits of this group made of their keys; nothing for a deletion. */
        private final Map<String, Optional<StoredValue>> overlay = new HashMap<>();
        private final WriteBatch batch;
        private long last = revision;

        Group(List<Pending> pending) {
            this.pending = pending;
            this.outcomes = new ArrayList<>(pending.size());
            this.events = new ArrayList<>(pending.size());
            long bytes = 0;
            for (Pending next : pending) {
                bytes += next.bytes() + 2L * next.key().length + CHANGE_BYTES;
            }
            this.batch = new WriteBatch((int) Math.min(bytes, Integer.MAX_VALUE));
        }

        void compare() throws RocksDBException {
            for (Pending next : pending) {
                Commit commit = next.commit();
                Optional<StoredValue> made = overlay.get(commit.key());
                Pointer now = made == null ? reader.pointer(next.key())
                    : made.map(v -> new Pointer(v.createRevision(), v.modRevision())).orElse(null);
                long modRevision = now == null ? 0 : now.modRevision();
                boolean nothingToDelete = commit.value() == null && now == null;
                if (modRevision != commit.expectedModRevision() || nothingToDelete) {
                    outcomes.add(new Refused(made == null ? reader.get(commit.key(), 0) : made));
                } else {
                    change(next, now);
                    outcomes.add(new Committed(last));
                }
            }
        }

        private void change(Pending next, @Nullable Pointer before) throws RocksDBException {
            last++;
            byte[] key = next.key();
            byte[] value = next.commit().value();
            long created = before == null ? last : before.createRevision();
            long previous = before == null ? 0 : before.modRevision();
            batch.put(database.values(), KeyLayout.versionKey(key, last), KeyLayout.value(created, value));
            if (value == null) {
                batch.delete(database.current(), key);
            } else {
                batch.put(database.current(), key, KeyLayout.pointer(created, last));
            }
            batch.put(database.log(), KeyLayout.number(last), KeyLayout.logRecord(key, value, created, previous));
            if (next.commit().lifetimeSeconds() > 0) {
                long end = clock.millis() + TimeUnit.SECONDS.toMillis(next.commit().lifetimeSeconds());
                batch.put(KeyLayout.expiryKey(end, last), key);
            }
            String name = next.commit().key();
            overlay.put(name, Optional.ofNullable(value).map(v -> new StoredValue(name, v, created, last)));
            events.add(new StoreEvent(name, value, created, last));
        }

        void write() {
            try {
                if (!events.isEmpty()) {
                    database.commit(batch, last);
                    revision = last;
                }
            } catch (RocksDBException e) {
                throw RocksErrors.whileWriting(e);
            }
        }

        void publish() {
            if (!events.isEmpty()) {
                hub.publish(events, last);
            }
        }

        void complete() {
            for (int i = 0; i < outcomes.size(); i++) {
                pending.get(i).outcome().complete(outcomes.get(i));
            }
        }

        @Override
        public void close() {
            batch.close();
        }
    }
}
