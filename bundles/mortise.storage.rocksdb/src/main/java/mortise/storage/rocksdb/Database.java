package mortise.storage.rocksdb;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import mortise.spi.storage.StoreException;
import org.jspecify.annotations.Nullable;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.Cache;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.Filter;
import org.rocksdb.FlushOptions;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.LRUCache;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Snapshot;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * The open database with its column families. RocksDB crashes the process when it is used after it was closed, so all
 * use goes through {@link #use} and {@link #snapshot}, and closing waits for both.
 */
final class Database implements AutoCloseable {

    /** Work on the database. */
    interface Work<T> {
        T run() throws RocksDBException;
    }

    /** Work on a snapshot of the database. */
    interface SnapshotWork<T> {
        T run(ReadOptions at) throws RocksDBException;
    }

    private static final byte[] REVISION = "revision".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] COMPACTED = "compacted".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] FORMAT = "format".getBytes(StandardCharsets.US_ASCII);
    private static final long FORMAT_NUMBER = 1;

    private static final long MEBIBYTE = 1L << 20;
    private static final int WRITE_BUFFER_MEBIBYTES = 8;
    private static final int WRITE_BUFFERS_TOTAL_MEBIBYTES = 24;
    private static final int WAL_TOTAL_MEBIBYTES_MAX = 128;
    private static final int OPEN_FILES_MAX = 512;
    private static final int READING_CACHE_MEBIBYTES = 8;
    private static final int BLOCK_BYTES = 16 << 10;
    private static final double BLOOM_BITS_PER_KEY = 10;

    private final ReadWriteLock gate = new ReentrantReadWriteLock();
    private final List<AutoCloseable> owned = new ArrayList<>(); // guarded by gate; closed last to first
    private final RocksDB rocks;
    private final List<ColumnFamilyHandle> families = new ArrayList<>(); // filled in the constructor only
    private final WriteOptions synced;
    private final WriteOptions unsynced;
    private boolean closed; // guarded by gate

    Database(Path directory, boolean walSync, int blockCacheMebibytes) {
        this(directory, walSync, blockCacheMebibytes, null);
    }

    /**
     * Opens a store for reading, at what it has now. Changes nothing in its directory; another process may go on
     * writing.
     *
     * @param messages directory for what RocksDB has to say
     */
    static Database readOnly(Path directory, Path messages) {
        return new Database(directory, false, READING_CACHE_MEBIBYTES, messages);
    }

    private Database(Path directory, boolean walSync, int blockCacheMebibytes, @Nullable Path messages) {
        RocksDB.loadLibrary();
        boolean opened = false;
        try {
            synced = own(new WriteOptions().setSync(walSync));
            unsynced = own(new WriteOptions());
            if (messages == null) {
                Files.createDirectories(directory);
                rocks = own(RocksDB.open(options(), directory.toString(), descriptors(blockCacheMebibytes), families));
            } else {
                // A file that is open stays readable when the other process deletes it.
                DBOptions options = options().setMaxOpenFiles(-1).setDbLogDir(messages.toString());
                rocks = own(RocksDB.openReadOnly(options, directory.toString(), descriptors(blockCacheMebibytes),
                    families));
            }
            owned.addAll(families);
            checkFormat(messages != null);
            opened = true;
        } catch (RocksDBException e) {
            throw RocksErrors.withoutEffect("opening the store in " + directory, e);
        } catch (IOException e) {
            throw new StoreException("store directory " + directory + " cannot be used: " + e, e);
        } finally {
            if (!opened) {
                close();
            }
        }
    }

    RocksDB rocks() {
        return rocks;
    }

    ColumnFamilyHandle current() {
        return families.get(1);
    }

    ColumnFamilyHandle history() {
        return families.get(2);
    }

    ColumnFamilyHandle log() {
        return families.get(3);
    }

    /** Runs work that closing waits for; what fails, fails without effect. */
    <T> T use(String what, Work<T> work) {
        gate.readLock().lock();
        try {
            if (closed) {
                throw RocksErrors.closed();
            }
            return work.run();
        } catch (RocksDBException e) {
            throw RocksErrors.withoutEffect(what, e);
        } finally {
            gate.readLock().unlock();
        }
    }

    /** Runs work on a snapshot. */
    <T> T snapshot(String what, SnapshotWork<T> work) {
        return use(what, () -> {
            Snapshot snapshot = rocks.getSnapshot();
            try (ReadOptions at = new ReadOptions().setSnapshot(snapshot)) {
                return work.run(at);
            } finally {
                rocks.releaseSnapshot(snapshot);
                snapshot.close();
            }
        });
    }

    /** Writes a group of commits together with the revision of the last; synced when so configured. */
    void commit(WriteBatch batch, long revision) throws RocksDBException {
        batch.put(REVISION, KeyLayout.number(revision));
        rocks.write(synced, batch);
    }

    /** Notes that history before a revision may not be read any more. To be called before it is removed. */
    void markCompacted(long revision) {
        use("compaction", () -> {
            rocks.put(synced, COMPACTED, KeyLayout.number(revision));
            return revision;
        });
    }

    /** Writes without waiting for the disk; a crash may undo it, but not out of order. */
    void writeUnsynced(WriteBatch batch) throws RocksDBException {
        rocks.write(unsynced, batch);
    }

    /** Returns the latest revision of a snapshot; 1 for an empty store. */
    long revision(ReadOptions at) throws RocksDBException {
        return number(at, REVISION);
    }

    /** Returns the lowest readable revision of a snapshot. */
    long compacted(ReadOptions at) throws RocksDBException {
        return number(at, COMPACTED);
    }

    /**
     * Writes what is in memory to tables, so that the next start has no log to replay. Best effort: the log has it too.
     */
    void flush() {
        use("flush", () -> {
            try (FlushOptions options = new FlushOptions().setWaitForFlush(true)) {
                rocks.flush(options, families);
                return families;
            }
        });
    }

    @Override
    public void close() {
        gate.writeLock().lock();
        try {
            closed = true;
            for (int i = owned.size() - 1; i >= 0; i--) {
                owned.get(i).close();
            }
            owned.clear();
        } catch (Exception e) {
            throw new StoreException("the store could not be closed: " + e, e);
        } finally {
            gate.writeLock().unlock();
        }
    }

    private long number(ReadOptions at, byte[] name) throws RocksDBException {
        byte[] bytes = rocks.get(at, name);
        return bytes == null ? 1 : KeyLayout.number(bytes);
    }

    private void checkFormat(boolean readOnly) throws RocksDBException {
        byte[] format = rocks.get(FORMAT);
        if (format == null && readOnly) {
            throw new StoreException("there is nothing of this server in the store", null);
        } else if (format == null) {
            rocks.put(synced, FORMAT, KeyLayout.number(FORMAT_NUMBER));
        } else if (KeyLayout.number(format) != FORMAT_NUMBER) {
            throw new StoreException("the store has format " + KeyLayout.number(format) + ", this version reads "
                + FORMAT_NUMBER, null);
        }
    }

    private DBOptions options() {
        return own(new DBOptions()
            .setCreateIfMissing(true)
            .setCreateMissingColumnFamilies(true)
            .setDbWriteBufferSize(WRITE_BUFFERS_TOTAL_MEBIBYTES * MEBIBYTE)
            .setMaxTotalWalSize(WAL_TOTAL_MEBIBYTES_MAX * MEBIBYTE)
            .setMaxOpenFiles(OPEN_FILES_MAX)
            .setMaxBackgroundJobs(2)
            .setSkipStatsUpdateOnDbOpen(true)
            .setAvoidFlushDuringRecovery(true)
            .setStatsDumpPeriodSec(0)
            .setInfoLogLevel(InfoLogLevel.WARN_LEVEL)
            .setMaxLogFileSize(MEBIBYTE)
            .setKeepLogFileNum(2));
    }

    private List<ColumnFamilyDescriptor> descriptors(int blockCacheMebibytes) {
        Cache cache = own(new LRUCache(blockCacheMebibytes * MEBIBYTE));
        Filter bloom = own(new BloomFilter(BLOOM_BITS_PER_KEY));
        BlockBasedTableConfig table = new BlockBasedTableConfig().setBlockCache(cache).setFilterPolicy(bloom)
            .setBlockSize(BLOCK_BYTES).setCacheIndexAndFilterBlocks(true)
            .setPinL0FilterAndIndexBlocksInCache(true);
        // Not every platform's library has every compression; stored objects are small next to today's disks.
        ColumnFamilyOptions options = own(new ColumnFamilyOptions().setTableFormatConfig(table)
            .setWriteBufferSize(WRITE_BUFFER_MEBIBYTES * MEBIBYTE).setMaxWriteBufferNumber(2)
            .setCompressionType(CompressionType.NO_COMPRESSION));
        return List.of(
            new ColumnFamilyDescriptor(RocksDB.DEFAULT_COLUMN_FAMILY, options),
            new ColumnFamilyDescriptor("current".getBytes(StandardCharsets.US_ASCII), options),
            new ColumnFamilyDescriptor("history".getBytes(StandardCharsets.US_ASCII), options),
            new ColumnFamilyDescriptor("log".getBytes(StandardCharsets.US_ASCII), options));
    }

    private <T extends AutoCloseable> T own(T resource) {
        owned.add(resource);
        return resource;
    }
}
