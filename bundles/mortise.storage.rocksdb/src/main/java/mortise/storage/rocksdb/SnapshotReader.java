package mortise.storage.rocksdb;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import mortise.spi.storage.CompactedException;
import mortise.spi.storage.FutureRevisionException;
import mortise.spi.storage.KeyOrder;
import mortise.spi.storage.RangePage;
import mortise.spi.storage.RangeRequest;
import mortise.spi.storage.StoreEvent;
import mortise.spi.storage.StoredValue;
import mortise.storage.rocksdb.KeyLayout.Header;
import mortise.storage.rocksdb.KeyLayout.HistoryKey;
import mortise.storage.rocksdb.KeyLayout.LogRecord;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;

/** Reads keys, ranges and the log, now and in the past. Any thread; each read sees one state. */
final class SnapshotReader {

    /** A part of the log; {@code upTo} is the revision it ends with, also when the prefix left out its events. */
    record LogPage(List<StoreEvent> events, long upTo) {
    }

    private static final int LOG_RECORDS_PER_PAGE_MAX = 10_000;
    private static final long LOG_PAGE_BYTES_MAX = 4L << 20;

    private final Database database;

    SnapshotReader(Database database) {
        this.database = database;
    }

    Optional<StoredValue> get(String key, long revision) {
        byte[] bytes = KeyLayout.key(key);
        if (revision == 0) {
            return Optional.ofNullable(database.use("get", () ->
                currentValue(key, database.rocks().get(database.current(), bytes), Long.MAX_VALUE)));
        }
        return Optional.ofNullable(database.snapshot("get", at -> {
            readableRevision(at, revision);
            return valueAt(at, key, bytes, revision);
        }));
    }

    RangePage range(RangeRequest request) {
        return database.snapshot("range", at -> {
            long latest = database.revision(at);
            long revision = request.revision() == 0 ? latest : readableRevision(at, request.revision());
            try (Slice end = request.to().isEmpty() ? null : new Slice(KeyLayout.key(request.to()))) {
                if (end != null) {
                    at.setIterateUpperBound(end);
                }
                return revision == latest ? rangeNow(at, request, revision) : rangeThen(at, request, revision);
            }
        });
    }

    /**
     * Reads a part of the log.
     *
     * @param after changes with a greater revision
     * @param upTo changes up to this revision
     * @throws CompactedException when those changes are no longer in the history
     */
    LogPage log(String prefix, long after, long upTo) {
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

    void failIfCompacted(long revision) {
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
        StoredValue value = valueAt(at, entry.key(), KeyLayout.key(entry.key()), revision);
        if (value == null || value.modRevision() != revision) {
            throw new IllegalStateException("the log names revision " + revision + " of " + entry.key()
                + ", it is not there");
        }
        return value.value();
    }

    private @Nullable StoredValue valueAt(ReadOptions at, String key, byte[] bytes, long revision)
            throws RocksDBException {
        StoredValue now = currentValue(key, database.rocks().get(database.current(), at, bytes), revision);
        if (now != null) {
            return now;
        }
        try (RocksIterator past = database.rocks().newIterator(database.history(), at)) {
            past.seekForPrev(KeyLayout.historyKey(bytes, revision));
            past.status();
            return past.isValid() && KeyLayout.belongsTo(past.key(), bytes) ? pastValue(past, revision) : null;
        }
    }

    private RangePage rangeNow(ReadOptions at, RangeRequest request, long revision) throws RocksDBException {
        try (RocksIterator now = database.rocks().newIterator(database.current(), at)) {
            return collect(request, revision, new Cursor(now, request.from(), Long.MAX_VALUE, false), null);
        }
    }

    private RangePage rangeThen(ReadOptions at, RangeRequest request, long revision) throws RocksDBException {
        try (RocksIterator now = database.rocks().newIterator(database.current(), at);
                RocksIterator past = database.rocks().newIterator(database.history(), at)) {
            return collect(request, revision, new Cursor(now, request.from(), revision, false),
                new Cursor(past, request.from(), revision, true));
        }
    }

    /** Merges the values that are still there with those of the past; no key is in both at one revision. */
    private static RangePage collect(RangeRequest request, long revision, Cursor now, @Nullable Cursor past)
            throws RocksDBException {
        List<StoredValue> values = new ArrayList<>();
        for (;;) {
            StoredValue a = now.head();
            StoredValue b = past == null ? null : past.head();
            if (a == null && b == null) {
                return new RangePage(values, false, revision);
            } else if (request.limit() > 0 && values.size() == request.limit()) {
                return new RangePage(values, true, revision);
            }
            boolean takeNow = b == null || a != null && KeyOrder.INSTANCE.compare(a.key(), b.key()) < 0;
            values.add(takeNow ? now.take() : past.take());
        }
    }

    private static @Nullable StoredValue currentValue(String key, byte @Nullable [] stored, long revision) {
        if (stored == null) {
            return null;
        }
        Header header = KeyLayout.header(stored);
        return header.secondRevision() > revision ? null
            : new StoredValue(key, KeyLayout.value(stored), header.createRevision(), header.secondRevision());
    }

    private static @Nullable StoredValue pastValue(RocksIterator past, long revision) {
        HistoryKey key = KeyLayout.historyKey(past.key());
        if (key.revision() > revision) {
            return null;
        }
        byte[] stored = past.value();
        Header header = KeyLayout.header(stored);
        return header.secondRevision() <= revision ? null
            : new StoredValue(key.key(), KeyLayout.value(stored), header.createRevision(), key.revision());
    }

    /** Walks over one column family and shows the values that are visible at a revision. */
    private static final class Cursor {

        private final RocksIterator iterator;
        private final long revision;
        private final boolean past;
        private @Nullable StoredValue head;

        Cursor(RocksIterator iterator, String from, long revision, boolean past) {
            this.iterator = iterator;
            this.revision = revision;
            this.past = past;
            iterator.seek(KeyLayout.key(from));
        }

        @Nullable StoredValue head() throws RocksDBException {
            while (head == null && iterator.isValid()) {
                head = past ? pastValue(iterator, revision)
                    : currentValue(KeyLayout.key(iterator.key()), iterator.value(), revision);
                iterator.next();
            }
            if (head == null) {
                iterator.status();
            }
            return head;
        }

        StoredValue take() {
            StoredValue taken = head;
            head = null;
            if (taken == null) {
                throw new IllegalStateException("nothing to take");
            }
            return taken;
        }
    }
}
