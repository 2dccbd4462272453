package mortise.storage.rocksdb.tools;

import java.util.Arrays;
import java.util.function.Consumer;
import mortise.core.rocksdb.Database;
import mortise.core.rocksdb.KeyLayout;
import mortise.core.rocksdb.KeyLayout.LogRecord;
import mortise.core.rocksdb.KeyLayout.Pointer;
import mortise.core.rocksdb.KeyLayout.Version;
import mortise.spi.storage.StoreException;
import mortise.spi.storage.StoredValue;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;

/**
 * Whether the column families agree: what each key has with its values, each value with the record of the log that made
 * it and the one that ended it, and each record with both. Reading everything also has RocksDB compare its checksums.
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
    private byte @Nullable [] newer; // the version before, in the order of the values

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
            walk("values", database.values(), at, (key, value) -> lookAtVersion(at, key, value));
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

    private void lookAtCurrent(ReadOptions at, byte[] key, byte[] stored) throws RocksDBException, Wrong {
        String name = name(key);
        Pointer now = KeyLayout.pointer(stored);
        require(now.createRevision() >= 1 && now.createRevision() <= now.modRevision()
            && now.modRevision() <= revision,
            name + " was created at " + now.createRevision() + " and changed at " + now.modRevision()
            + "; the store's revision is " + revision);
        StoredValue value = version(at, key, now.modRevision());
        require(value != null && value.createRevision() == now.createRevision(),
            name + " of " + now.modRevision() + " is missing");
    }

    /** Versions come latest first. One that the log should have removed by now does no harm. */
    private void lookAtVersion(ReadOptions at, byte[] key, byte[] stored) throws RocksDBException, Wrong {
        Version version = KeyLayout.version(key);
        long made = version.revision();
        boolean latest = newer == null || !KeyLayout.sameKey(key, newer);
        long end = latest ? Long.MAX_VALUE : KeyLayout.versionRevision(newer);
        newer = key;
        StoredValue value = KeyLayout.value(version.key(), made, stored);
        require(made >= 1 && made <= revision && (value == null || value.createRevision() <= made),
            version.key() + " was changed at " + made + "; the store's revision is " + revision);
        if (made > compacted) {
            LogRecord record = log(at, made);
            require(record != null && record.key().equals(version.key())
                && record.operation() == (value == null ? KeyLayout.DELETE : KeyLayout.PUT)
                && (value == null || record.createRevision() == value.createRevision()),
                version.key() + " was changed at " + made + ", of which the log says " + record);
        }
        if (latest && value != null) {
            byte[] now = database.rocks().get(database.current(), at, KeyLayout.key(version.key()));
            require(now != null && KeyLayout.pointer(now).modRevision() == made,
                version.key() + " of " + made + " is its latest value, and not what it has now");
        } else if (!latest && end > compacted) {
            LogRecord record = log(at, end);
            require(record != null && record.previousRevision() == (value == null ? 0 : made),
                version.key() + " of " + made + " ended at " + end + ", of which the log says " + record);
        }
    }

    private void lookAtLog(ReadOptions at, byte[] key, byte[] stored) throws RocksDBException, Wrong {
        long made = KeyLayout.number(key);
        LogRecord record = KeyLayout.logRecord(stored);
        if (made <= compacted) {
            return;
        }
        long next = expected;
        expected = made + 1;
        require(made == next, "after revision " + (next - 1) + " comes " + made);
        byte[] name = KeyLayout.key(record.key());
        byte[] version = database.rocks().get(database.values(), at, KeyLayout.versionKey(name, made));
        require(version != null, record.key() + " of " + made + " is missing");
        long previous = record.previousRevision();
        require(previous < made && (previous > 0 || record.operation() == KeyLayout.PUT
            && record.createRevision() == made), record.key() + " of " + made + " came after " + previous);
        require(previous == 0 || version(at, name, previous) != null,
            record.key() + " of " + previous + ", which ended at " + made + ", is missing");
    }

    private @Nullable StoredValue version(ReadOptions at, byte[] key, long made) throws RocksDBException {
        byte[] stored = database.rocks().get(database.values(), at, KeyLayout.versionKey(key, made));
        return stored == null ? null : KeyLayout.value(KeyLayout.key(key), made, stored);
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
