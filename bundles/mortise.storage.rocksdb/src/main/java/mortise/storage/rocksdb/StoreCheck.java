package mortise.storage.rocksdb;

import java.util.Arrays;
import java.util.function.Consumer;
import mortise.spi.storage.StoreException;
import mortise.storage.rocksdb.KeyLayout.Header;
import mortise.storage.rocksdb.KeyLayout.HistoryKey;
import mortise.storage.rocksdb.KeyLayout.LogRecord;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;

/**
 * Whether the column families agree: each value with the log, each record of the log with the value it made and the one
 * it ended, each past value with the record that ended it. Reading everything also has RocksDB compare its checksums.
 * What a compaction that was interrupted left behind is no damage.
 */
final class StoreCheck {

    private static final int PROBLEMS_MAX = 1_000;

    /** Looks at one record; throws what is wrong with it as a text. */
    private interface Look {
        void at(byte[] key, byte[] value) throws RocksDBException, Wrong;
    }

    private static final class Wrong extends Exception {
        private static final long serialVersionUID = 1L;

        Wrong(String message) {
            super(message);
        }
    }

    private final Database database;
    private final Consumer<String> problems;
    private long revision;
    private long compacted;
    private long expected; // next revision of the log
    private long records;
    private int reported;

    StoreCheck(Database database, Consumer<String> problems) {
        this.database = database;
        this.problems = problems;
    }

    /** Checks, and returns how many records there are. */
    long run() {
        return database.snapshot("checking", at -> {
            revision = database.revision(at);
            compacted = database.compacted(at);
            if (compacted > revision) {
                report("the history begins at revision " + compacted + ", after the latest, " + revision);
            }
            walk("current", database.current(), at, (key, value) -> lookAtCurrent(at, key, value));
            walk("history", database.history(), at, (key, value) -> lookAtHistory(at, key, value));
            expected = compacted + 1;
            walk("log", database.log(), at, (key, value) -> lookAtLog(at, key, value));
            if (expected != revision + 1) {
                report("the log ends at revision " + (expected - 1) + ", the store's is " + revision);
            }
            return records;
        });
    }

    private void walk(String family, ColumnFamilyHandle handle, ReadOptions at, Look look) {
        try (RocksIterator iterator = database.rocks().newIterator(handle, at)) {
            for (iterator.seekToFirst(); iterator.isValid(); iterator.next()) {
                records++;
                look(family, look, iterator.key(), iterator.value());
            }
            iterator.status();
        } catch (RocksDBException e) {
            report(family + " cannot be read to its end: " + e.getMessage());
        }
    }

    private void look(String family, Look look, byte[] key, byte[] value) throws RocksDBException {
        try {
            look.at(key, value);
        } catch (Wrong wrong) {
            report(family + ": " + wrong.getMessage());
        } catch (RuntimeException malformed) {
            report(family + ": the record at " + printable(key) + " is malformed: " + malformed);
        }
    }

    private void lookAtCurrent(ReadOptions at, byte[] key, byte[] value) throws RocksDBException, Wrong {
        String name = name(key);
        Header header = KeyLayout.header(value);
        long made = header.secondRevision();
        require(header.createRevision() >= 1 && header.createRevision() <= made && made <= revision,
            name + " was created at " + header.createRevision() + " and changed at " + made
            + "; the store's revision is " + revision);
        if (made > compacted) {
            LogRecord record = log(at, made);
            require(record != null && record.operation() == KeyLayout.PUT && record.key().equals(name)
                && record.createRevision() == header.createRevision(),
                name + " was changed at " + made + ", of which the log says " + record);
        }
    }

    private void lookAtHistory(ReadOptions at, byte[] key, byte[] value) throws RocksDBException, Wrong {
        HistoryKey past = KeyLayout.historyKey(key);
        Header header = KeyLayout.header(value);
        long end = header.secondRevision();
        require(header.createRevision() <= past.revision() && past.revision() < end && end <= revision,
            past.key() + " of " + past.revision() + " was created at " + header.createRevision() + " and ended at "
            + end + "; the store's revision is " + revision);
        if (end > compacted) {
            LogRecord record = log(at, end);
            require(record != null && record.key().equals(past.key()) && record.previousRevision() == past.revision(),
                past.key() + " of " + past.revision() + " ended at " + end + ", of which the log says " + record);
        }
    }

    private void lookAtLog(ReadOptions at, byte[] key, byte[] value) throws RocksDBException, Wrong {
        long made = KeyLayout.number(key);
        LogRecord record = KeyLayout.logRecord(value);
        if (made <= compacted) {
            return;
        }
        long next = expected;
        expected = made + 1;
        require(made == next, "after revision " + (next - 1) + " comes " + made);
        byte[] name = KeyLayout.key(record.key());
        if (record.operation() == KeyLayout.PUT) {
            require(isThere(at, name, made), record.key() + " of " + made + " is missing");
        }
        long previous = record.previousRevision();
        require(previous < made && (previous > 0 || record.operation() == KeyLayout.PUT
            && record.createRevision() == made), record.key() + " of " + made + " came after " + previous);
        if (previous > 0) {
            byte[] past = database.rocks().get(database.history(), at, KeyLayout.historyKey(name, previous));
            require(past != null && KeyLayout.header(past).secondRevision() == made,
                record.key() + " of " + previous + ", which ended at " + made + ", is missing");
        }
    }

    private boolean isThere(ReadOptions at, byte[] key, long made) throws RocksDBException {
        byte[] now = database.rocks().get(database.current(), at, key);
        return now != null && KeyLayout.header(now).secondRevision() == made
            || database.rocks().get(database.history(), at, KeyLayout.historyKey(key, made)) != null;
    }

    private @Nullable LogRecord log(ReadOptions at, long made) throws RocksDBException {
        byte[] record = database.rocks().get(database.log(), at, KeyLayout.number(made));
        return record == null ? null : KeyLayout.logRecord(record);
    }

    private static String name(byte[] key) throws Wrong {
        String name = KeyLayout.key(key);
        require(Arrays.equals(KeyLayout.key(name), key), "the key " + printable(key) + " is no text");
        return name;
    }

    private static void require(boolean holds, String problem) throws Wrong {
        if (!holds) {
            throw new Wrong(problem);
        }
    }

    private static String printable(byte[] key) {
        StringBuilder text = new StringBuilder();
        for (byte b : key) {
            text.append(b > ' ' && b < 0x7f ? String.valueOf((char) b) : String.format("\\x%02x", b));
        }
        return text.toString();
    }

    private void report(String problem) {
        if (++reported > PROBLEMS_MAX) {
            throw new StoreException("more than " + PROBLEMS_MAX + " problems; the rest was not looked at", null);
        }
        problems.accept(problem);
    }
}
