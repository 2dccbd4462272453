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
 * until the store is opened again, so that no revision is used twice and no comparison is made with the wrong state.
 */
final class RevisionLog implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(RevisionLog.class);
    private static final long CLOSE_MILLIS_MAX = 30_000;

    private final Database database;
    private final SnapshotReader reader;
    private final WatchHub hub;
    private final CommitQueue queue;
    private final Clock clock;
    private final Consumer<CommitStep> steps;
    private final Thread writer;
    private long revision; // writer thread only, after the constructor
    private @Nullable StoreException failure; // writer thread only

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
            if (failure == null) {
                write(pending);
            } else {
                StoreException refusal = new StoreException("the store takes no commits since a write failed, until "
                    + "the server is started again: " + failure.getMessage(), failure);
                pending.forEach(p -> p.outcome().completeExceptionally(refusal));
            }
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
        LOG.error("A write failed. The store takes no commits until it is opened again.", lost);
        pending.forEach(p -> p.outcome().completeExceptionally(lost));
    }

    /** Commits that are written together. Writer thread only. */
    private final class Group implements AutoCloseable {

        private final List<Pending> pending;
        private final List<CommitOutcome> outcomes;
        private final List<StoreEvent> events;
        private final Map<String, Optional<StoredValue>> overlay = new HashMap<>();
        private final WriteBatch batch = new WriteBatch();
        private long last = revision;

        Group(List<Pending> pending) {
            this.pending = pending;
            this.outcomes = new ArrayList<>(pending.size());
            this.events = new ArrayList<>(pending.size());
        }

        void compare() throws RocksDBException {
            for (Pending next : pending) {
                Commit commit = next.commit();
                Optional<StoredValue> now = overlay.get(commit.key());
                if (now == null) {
                    now = reader.get(commit.key(), 0);
                }
                long modRevision = now.map(StoredValue::modRevision).orElse(0L);
                boolean nothingToDelete = commit.value() == null && now.isEmpty();
                if (modRevision != commit.expectedModRevision() || nothingToDelete) {
                    outcomes.add(new Refused(now));
                } else {
                    change(next, now.orElse(null));
                    outcomes.add(new Committed(last));
                }
            }
        }

        private void change(Pending next, @Nullable StoredValue before) throws RocksDBException {
            last++;
            byte[] key = next.key();
            byte[] value = next.commit().value();
            long created = before == null ? last : before.createRevision();
            long previous = before == null ? 0 : before.modRevision();
            if (before != null) {
                batch.put(database.history(), KeyLayout.historyKey(key, previous),
                    KeyLayout.value(created, last, before.value()));
            }
            if (value == null) {
                batch.delete(database.current(), key);
            } else {
                batch.put(database.current(), key, KeyLayout.value(created, last, value));
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
