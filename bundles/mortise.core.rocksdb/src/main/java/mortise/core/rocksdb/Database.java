package mortise.core.rocksdb;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import mortise.spi.storage.StoreException;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.FlushOptions;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Snapshot;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * The database, open or not. RocksDB crashes the process when it is used after it was closed, so all use goes through
 * {@link #use} and {@link #snapshot}, and closing waits for both. What says that it is to be called inside of these has
 * to be; everything else may be called by any thread.
 */
public final class Database implements AutoCloseable {

    /**
     * Work on the database.
     *
     * @param <T> what it results in
     */
    public interface Work<T> {

        /** Does the work; an exception of RocksDB means that it had no effect. */
        T run() throws RocksDBException;
    }

    /**
     * Work on a snapshot of the database.
     *
     * @param <T> what it results in
     */
    public interface SnapshotWork<T> {

        /** Does the work, with options that read the snapshot and are closed after it. */
        T run(ReadOptions at) throws RocksDBException;
    }

    private static final byte[] REVISION = "revision".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] COMPACTED = "compacted".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] FORMAT = "format".getBytes(StandardCharsets.US_ASCII);
    private static final long FORMAT_NUMBER = 2;
    private static final int READING_CACHE_MEBIBYTES = 8;
    private static final long ROOM_BYTES_MIN = 32L << 20; // more than the write buffers

    private final ReadWriteLock gate = new ReentrantReadWriteLock();
    private final Path directory;
    private final int blockCacheMebibytes;
    private final @Nullable Path messages;
    private final WriteOptions synced;
    private final WriteOptions unsynced;
    private @Nullable Tables tables; // guarded by gate; null when closed, or when reopening failed
    private boolean closed; // guarded by gate

    /**
     * Opens the database, and creates it if needed.
     *
     * @param directory of the database alone
     * @param walSync whether {@link #commit} waits for the disk
     * @param blockCacheMebibytes size of the cache of blocks, MiB
     * @throws StoreException when it cannot be opened, or is of another format
     */
    public Database(Path directory, boolean walSync, int blockCacheMebibytes) {
        this(directory, walSync, blockCacheMebibytes, null);
    }

    private Database(Path directory, boolean walSync, int blockCacheMebibytes, @Nullable Path messages) {
        this.directory = directory;
        this.blockCacheMebibytes = blockCacheMebibytes;
        this.messages = messages;
        RocksDB.loadLibrary();
        this.synced = new WriteOptions().setSync(walSync);
        this.unsynced = new WriteOptions();
        boolean opened = false;
        try {
            tables = open();
            use("reading the format", this::checkFormat);
            opened = true;
        } finally {
            if (!opened) {
                close();
            }
        }
    }

    /**
     * Opens a store for reading, at what it has now. Changes nothing in its directory; another process may go on
     * writing.
     *
     * @param messages directory for what RocksDB has to say
     * @throws StoreException when it cannot be opened, or is no store of this format
     */
    public static Database readOnly(Path directory, Path messages) {
        return new Database(directory, false, READING_CACHE_MEBIBYTES, messages);
    }

    static StoreException otherFormat(long format) {
        return new StoreException("the store has format " + format + ", this version reads " + FORMAT_NUMBER
            + "; save it with `mortise backup` of the version that wrote it, and restore that with this one", null);
    }

    private Tables open() {
        try {
            if (messages == null) {
                Files.createDirectories(directory);
            }
            return new Tables(directory, blockCacheMebibytes, messages);
        } catch (RocksDBException e) {
            throw RocksErrors.withoutEffect("opening the store in " + directory, e);
        } catch (IOException e) {
            throw new StoreException("store directory " + directory + " cannot be used: " + e, e);
        }
    }

    /** Says whether the disk has room for all that opening the database again may write. */
    public boolean hasRoom() {
        try {
            return Files.getFileStore(directory).getUsableSpace() >= ROOM_BYTES_MIN;
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Closes the database and opens it again, so that it is what the disk has. What the disk has is then written once
     * more, to tables: a sync that failed may have left some of it in memory only. Waits for all use. When this fails,
     * the database may be closed, and this may be tried again.
     *
     * @throws StoreException when it fails, or the database was closed for good
     */
    public void reopen() {
        gate.writeLock().lock();
        try {
            if (closed) {
                throw RocksErrors.closed();
            }
            closeTables();
            tables = open();
        } finally {
            gate.writeLock().unlock();
        }
        flush();
    }

    /** Returns the database itself. To be called, and what it returns used, inside {@link #use}. */
    public RocksDB rocks() {
        return tables().rocks();
    }

    /** Returns the family of all values; see {@link KeyLayout}. To be called inside {@link #use}. */
    public ColumnFamilyHandle values() {
        return tables().family("values");
    }

    /** Returns the family of what each key has now. To be called inside {@link #use}. */
    public ColumnFamilyHandle current() {
        return tables().family("current");
    }

    /** Returns the family of the log of revisions. To be called inside {@link #use}. */
    public ColumnFamilyHandle log() {
        return tables().family("log");
    }

    /**
     * Runs work that closing waits for, on the thread of the caller; any number of threads at once.
     *
     * @param what is done, for the message of a failure
     * @throws StoreException without effect when the work failed, or the database is not open
     */
    public <T> T use(String what, Work<T> work) {
        gate.readLock().lock();
        try {
            tables();
            return work.run();
        } catch (RocksDBException e) {
            throw RocksErrors.withoutEffect(what, e);
        } finally {
            gate.readLock().unlock();
        }
    }

    /**
     * Runs work on one state of the database, as {@link #use} does.
     *
     * @param what is done, for the message of a failure
     * @throws StoreException when the work failed, or the database is not open
     */
    public <T> T snapshot(String what, SnapshotWork<T> work) {
        return use(what, () -> {
            Snapshot snapshot = rocks().getSnapshot();
            try (ReadOptions at = new ReadOptions().setSnapshot(snapshot)) {
                return work.run(at);
            } finally {
                rocks().releaseSnapshot(snapshot);
                snapshot.close();
            }
        });
    }

    /**
     * Writes a group of commits together with the revision of the last; synced when so configured. To be called inside
     * {@link #use}, by one thread at a time.
     *
     * @throws RocksDBException when it is unknown whether it was written
     */
    public void commit(WriteBatch batch, long revision) throws RocksDBException {
        batch.put(REVISION, KeyLayout.number(revision));
        rocks().write(synced, batch);
    }

    /** Notes that history before a revision may not be read any more. To be called before it is removed. */
    public void markCompacted(long revision) {
        use("compaction", () -> {
            rocks().put(synced, COMPACTED, KeyLayout.number(revision));
            return revision;
        });
    }

    /**
     * Writes without waiting for the disk; a crash may undo it, but not out of order. To be called inside {@link #use}.
     */
    public void writeUnsynced(WriteBatch batch) throws RocksDBException {
        rocks().write(unsynced, batch);
    }

    /** Returns the latest revision of a snapshot; 1 for an empty store. */
    public long revision(ReadOptions at) throws RocksDBException {
        return number(at, REVISION);
    }

    /** Returns the lowest readable revision of a snapshot. */
    public long compacted(ReadOptions at) throws RocksDBException {
        return number(at, COMPACTED);
    }

    /** Writes what is in memory to tables, so that the next start has no log to replay. The log has it too. */
    public void flush() {
        use("flush", () -> {
            try (FlushOptions options = new FlushOptions().setWaitForFlush(true)) {
                rocks().flush(options, tables().families());
                return options;
            }
        });
    }

    /** Closes the database for good; waits for all use. May be called again. */
    @Override
    public void close() {
        gate.writeLock().lock();
        try {
            closed = true;
            closeTables();
            synced.close();
            unsynced.close();
        } finally {
            gate.writeLock().unlock();
        }
    }

    private void closeTables() {
        Tables open = tables;
        tables = null;
        if (open != null) {
            open.close();
        }
    }

    private Tables tables() {
        Tables open = tables;
        if (closed) {
            throw RocksErrors.closed();
        } else if (open == null) {
            throw new StoreException("the store could not be opened again after a write failed; it will be tried "
                + "again", null);
        }
        return open;
    }

    private long number(ReadOptions at, byte[] name) throws RocksDBException {
        byte[] bytes = rocks().get(at, name);
        return bytes == null ? 1 : KeyLayout.number(bytes);
    }

    private boolean checkFormat() throws RocksDBException {
        byte[] format = rocks().get(FORMAT);
        if (format == null && messages != null) {
            throw new StoreException("there is nothing of this server in the store", null);
        } else if (format == null) {
            rocks().put(synced, FORMAT, KeyLayout.number(FORMAT_NUMBER));
        } else if (KeyLayout.number(format) != FORMAT_NUMBER) {
            throw otherFormat(KeyLayout.number(format));
        }
        return true;
    }
}
