package mortise.storage.rocksdb;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Arrays;
import mortise.core.rocksdb.Database;
import mortise.core.rocksdb.KeyLayout;
import mortise.core.rocksdb.KeyLayout.LogRecord;
import mortise.spi.storage.FutureRevisionException;
import mortise.spi.storage.StoreException;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteBatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes history: on demand, and regularly what is older than the retention window. It notes at each run which
 * revision was current, and compacts at the newest one noted before the window; after a start, what is there stays
 * for a full window.
 *
 * <p>First the compacted revision is written, from when on older reads fail; then the log is read from its beginning,
 * each record names the value it ended, and both go, and so does what says that a key was deleted. A crash in between
 * leaves records that the next run removes.
 */
final class Compactor {

    private static final Logger LOG = LoggerFactory.getLogger(Compactor.class);
    private static final int RECORDS_PER_BATCH_MAX = 2_000;

    private final Database database;
    private final Clock clock;
    private final Duration retention;
    private final ArrayDeque<Mark> marks = new ArrayDeque<>(); // guarded by this
    private long removedUpTo; // guarded by this
    private volatile long compacted; // written under this

    private record Mark(Instant time, long revision) {
    }

    Compactor(Database database, Clock clock, Duration retention, long compacted) {
        this.database = database;
        this.clock = clock;
        this.retention = retention;
        this.compacted = compacted;
    }

    long compacted() {
        return compacted;
    }

    /** Compacts what has left the window. Called regularly; never throws. */
    synchronized void run() {
        try {
            Instant now = clock.instant();
            Instant end = now.minus(retention);
            long target = 0;
            while (!marks.isEmpty() && !marks.getFirst().time().isAfter(end)) {
                target = marks.removeFirst().revision();
            }
            marks.addLast(new Mark(now, current()));
            if (target > 0) {
                compact(target);
            }
        } catch (StoreException e) {
            LOG.warn("History could not be removed, it will be tried again.", e);
        }
    }

    /** Forgets everything older than a revision. Blocks until it is removed. */
    synchronized void compact(long revision) {
        long current = current();
        if (revision > current) {
            throw new FutureRevisionException(revision, current);
        }
        if (revision > compacted) {
            database.markCompacted(revision);
            compacted = revision;
            while (database.use("compaction", () -> removeSome(revision))) {
                // The gate is left between two batches, so that closing does not wait for all of them.
            }
        }
    }

    private long current() {
        return database.snapshot("reading the revision", database::revision);
    }

    /**
     * Removes one batch, and says whether there may be more. Starting where the last one ended skips its tombstones.
     */
    private boolean removeSome(long revision) throws RocksDBException {
        long last = removedUpTo;
        int records = 0;
        try (WriteBatch batch = new WriteBatch();
                ReadOptions at = new ReadOptions();
                RocksIterator log = database.rocks().newIterator(database.log(), at)) {
            log.seek(KeyLayout.number(removedUpTo + 1));
            for (; records < RECORDS_PER_BATCH_MAX && log.isValid(); records++) {
                byte[] key = log.key();
                if (Arrays.compareUnsigned(key, KeyLayout.number(revision)) > 0) {
                    break;
                }
                last = KeyLayout.number(key);
                LogRecord entry = KeyLayout.logRecord(log.value());
                byte[] name = KeyLayout.key(entry.key());
                if (entry.previousRevision() > 0) {
                    batch.delete(database.values(), KeyLayout.versionKey(name, entry.previousRevision()));
                }
                if (entry.operation() == KeyLayout.DELETE) {
                    batch.delete(database.values(), KeyLayout.versionKey(name, last));
                }
                log.next();
            }
            log.status();
            batch.deleteRange(database.log(), KeyLayout.number(removedUpTo), KeyLayout.number(last + 1));
            database.writeUnsynced(batch);
        }
        removedUpTo = last;
        return records == RECORDS_PER_BATCH_MAX;
    }
}
