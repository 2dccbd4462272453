package mortise.core.rocksdb;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import mortise.spi.storage.CompactedException;
import mortise.spi.storage.FutureRevisionException;
import mortise.spi.storage.RangePage;
import mortise.spi.storage.RangeRequest;
import mortise.spi.storage.StoreEvent;
import mortise.spi.storage.StoredValue;
import mortise.core.rocksdb.KeyLayout.LogRecord;
import mortise.core.rocksdb.KeyLayout.Pointer;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;

/** Reads keys, ranges and the log, now and in the past. Any thread; each read sees one state. */
public final class SnapshotReader {

    /**
     * A part of the log.
     *
     * @param events in their order
     * @param upTo revision it ends with, also when the prefix left out its events
     */
    public record LogPage(List<StoreEvent> events, long upTo) {
    }

    private static final int LOG_RECORDS_PER_PAGE_MAX = 10_000;
    private static final long LOG_PAGE_BYTES_MAX = 4L << 20;
    private static final int VERSIONS_PASSED_MAX = 8;

    private final Database database;

    /** Makes a reader of a database, which stays the caller's to close. */
    public SnapshotReader(Database database) {
        this.database = database;
    }

    /**
     * Returns what a key has, or had at a revision.
     *
     * @param revision 0 for now
     * @throws CompactedException when the revision is no longer in the history
     * @throws FutureRevisionException when there is no such revision yet
     */
    public Optional<StoredValue> get(String key, long revision) {
        byte[] bytes = KeyLayout.key(key);
        return Optional.ofNullable(database.snapshot("get", at -> {
            if (revision == 0) {
                Pointer now = stored(database.rocks().get(database.current(), at, bytes));
                return now == null ? null : version(at, key, bytes, now.modRevision());
            }
            readableRevision(at, revision);
            return valueAt(at, key, bytes, revision);
        }));
    }

    /** Returns what a key has now; nothing when it has no value. To be called inside {@link Database#use}. */
    public @Nullable Pointer pointer(byte[] key) throws RocksDBException {
        return stored(database.rocks().get(database.current(), key));
    }

    private static @Nullable Pointer stored(byte @Nullable [] stored) {
        return stored == null ? null : KeyLayout.pointer(stored);
    }

    /**
     * Returns a page of keys with what they have, or had at a revision.
     *
     * @throws CompactedException when the revision is no longer in the history
     * @throws FutureRevisionException when there is no such revision yet
     */
    public RangePage range(RangeRequest request) {
        return database.snapshot("range", at -> {
            long latest = database.revision(at);
            long revision = request.revision() == 0 ? latest : readableRevision(at, request.revision());
            try (Slice end = request.to().isEmpty() ? null : new Slice(KeyLayout.key(request.to()))) {
                if (end != null) {
                    at.setIterateUpperBound(end);
                }
                return collect(at, request, revision);
            }
        });
    }

    /**
     * Reads a part of the log: at most 10 000 records, and no more once there are 4 MiB of values.
     *
     * @param prefix of the keys whose changes count
     * @param after changes with a greater revision
     * @param upTo changes up to this revision
     * @throws CompactedException when those changes are no longer in the history
     */
    public LogPage log(String prefix, long after, long upTo) {
        return database.snapshot("reading the log", at -> {
            failIfCompacted(at, after);
            List<StoreEvent> events = new ArrayList<>();
            long last = after;
            long bytes = 0;
            try (RocksIterator log = database.rocks().newIterator(database.log(), at)) {
                log.seek(KeyLayout.number(after + 1));
                for (int i = 0; i < LOG_RECORDS_PER_PAGE_MAX && bytes < LOG_PAGE_BYTES_MAX && log.isValid(); i++) {
                    long revision = KeyLayout.number(log.key());
                    if (revision > upTo) {
                        break;
                    }
                    last = revision;
                    LogRecord entry = KeyLayout.logRecord(log.value());
                    if (entry.key().startsWith(prefix)) {
                        byte[] value = loggedValue(at, entry, revision);
                        events.add(new StoreEvent(entry.key(), value, entry.createRevision(), revision));
                        bytes += value == null ? 0 : value.length;
                    }
                    log.next();
                }
                log.status();
            }
            return new LogPage(events, last);
        });
    }

    /**
     * Does nothing when changes after a revision are still in the history.
     *
     * @throws CompactedException when they are not
     */
    public void failIfCompacted(long revision) {
        database.snapshot("reading the compacted revision", at -> failIfCompacted(at, revision));
    }

    private long failIfCompacted(ReadOptions at, long revision) throws RocksDBException {
        long compacted = database.compacted(at);
        if (revision < compacted) {
            throw new CompactedException(revision, compacted);
        }
        return compacted;
    }

    private long readableRevision(ReadOptions at, long revision) throws RocksDBException {
        long latest = database.revision(at);
        if (revision > latest) {
            throw new FutureRevisionException(revision, latest);
        }
        failIfCompacted(at, revision);
        return revision;
    }

    private byte @Nullable [] loggedValue(ReadOptions at, LogRecord entry, long revision) throws RocksDBException {
        if (entry.operation() == KeyLayout.DELETE) {
            return null;
        }
        StoredValue value = version(at, entry.key(), KeyLayout.key(entry.key()), revision);
        if (value == null) {
            throw new IllegalStateException("the log names revision " + revision + " of " + entry.key()
                + ", it is not there");
        }
        return value.value();
    }

    private @Nullable StoredValue version(ReadOptions at, String key, byte[] bytes, long revision)
            throws RocksDBException {
        byte[] stored = database.rocks().get(database.values(), at, KeyLayout.versionKey(bytes, revision));
        return stored == null ? null : KeyLayout.value(key, revision, stored);
    }

    private @Nullable StoredValue valueAt(ReadOptions at, String key, byte[] bytes, long revision)
            throws RocksDBException {
        // Without an end, a key that is not there would be looked for behind everything that was removed after it.
        try (Slice end = new Slice(KeyLayout.endOfVersions(bytes));
                RocksIterator versions = database.rocks().newIterator(database.values(),
                    at.setIterateUpperBound(end))) {
            versions.seek(KeyLayout.versionKey(bytes, revision));
            versions.status();
            return versions.isValid()
                ? KeyLayout.value(key, KeyLayout.versionRevision(versions.key()), versions.value()) : null;
        }
    }

    /** Of each key, the first version that is not after the revision counts. */
    private RangePage collect(ReadOptions at, RangeRequest request, long revision) throws RocksDBException {
        List<StoredValue> values = new ArrayList<>();
        byte[] done = null;
        int passed = 0;
        try (RocksIterator versions = database.rocks().newIterator(database.values(), at)) {
            versions.seek(KeyLayout.key(request.from()));
            while (versions.isValid()) {
                byte[] key = versions.key();
                if (done != null && KeyLayout.sameKey(key, done)) {
                    passed = passOver(versions, key, passed);
                    continue;
                }
                long made = KeyLayout.versionRevision(key);
                if (made <= revision) {
                    StoredValue value = KeyLayout.value(KeyLayout.version(key).key(), made, versions.value());
                    if (value != null && request.limit() > 0 && values.size() == request.limit()) {
                        return new RangePage(values, true, revision);
                    } else if (value != null) {
                        values.add(value);
                    }
                    done = key;
                    passed = 0;
                }
                versions.next();
            }
            versions.status();
        }
        return new RangePage(values, false, revision);
    }

    /** Goes on behind an older version; after some of them, behind all of that key. */
    private static int passOver(RocksIterator versions, byte[] key, int passed) {
        if (passed < VERSIONS_PASSED_MAX) {
            versions.next();
            return passed + 1;
        }
        versions.seek(KeyLayout.versionKey(KeyLayout.keyOf(key), 0));
        return 0;
    }
}
