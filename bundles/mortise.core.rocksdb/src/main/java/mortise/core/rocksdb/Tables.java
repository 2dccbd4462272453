package mortise.core.rocksdb;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
import org.rocksdb.InfoLogLevel;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/** RocksDB with its column families, opened once. Not to be used after it was closed: that ends the process. */
final class Tables implements AutoCloseable {

    private static final List<String> FAMILIES = List.of("default", "values", "current", "log");
    /** A family of the first format that this one does not have. */
    private static final String OUTDATED_FAMILY = "history";

    private static final long MEBIBYTE = 1L << 20;
    private static final int WRITE_BUFFER_MEBIBYTES = 8;
    private static final int WRITE_BUFFERS_TOTAL_MEBIBYTES = 24;
    /** Values are small or short-lived: what is merged later is merged less often, and much of it has gone by then. */
    private static final int TABLES_BEFORE_COMPACTION = 8;
    private static final int WAL_TOTAL_MEBIBYTES_MAX = 128;
    private static final int OPEN_FILES_MAX = 512;
    private static final int BLOCK_BYTES = 16 << 10;
    private static final double BLOOM_BITS_PER_KEY = 10;

    private final List<AutoCloseable> owned = new ArrayList<>(); // closed last to first
    private final List<ColumnFamilyHandle> families = new ArrayList<>(); // filled in the constructor only
    private final RocksDB rocks;

    /**
     * Opens the database, and creates it if needed.
     *
     * @param messages when the database is only to be read: directory for what RocksDB has to say
     */
    Tables(Path directory, int blockCacheMebibytes, @Nullable Path messages) throws RocksDBException {
        boolean opened = false;
        try {
            refuseOutdated(directory);
            DBOptions options = options();
            List<ColumnFamilyDescriptor> descriptors = descriptors(blockCacheMebibytes);
            if (messages == null) {
                rocks = own(RocksDB.open(options, directory.toString(), descriptors, families));
            } else {
                // A file that is open stays readable when the other process deletes it.
                options.setMaxOpenFiles(-1).setDbLogDir(messages.toString());
                rocks = own(RocksDB.openReadOnly(options, directory.toString(), descriptors, families));
            }
            owned.addAll(families);
            opened = true;
        } finally {
            if (!opened) {
                close();
            }
        }
    }

    RocksDB rocks() {
        return rocks;
    }

    /** Returns a family by its name. */
    ColumnFamilyHandle family(String name) {
        return families.get(FAMILIES.indexOf(name));
    }

    List<ColumnFamilyHandle> families() {
        return families;
    }

    @Override
    public void close() {
        try {
            for (int i = owned.size() - 1; i >= 0; i--) {
                owned.get(i).close();
            }
            owned.clear();
        } catch (Exception e) {
            throw new StoreException("the store could not be closed: " + e, e);
        }
    }

    /** RocksDB would only say that there is a family which is not known. */
    private static void refuseOutdated(Path directory) throws RocksDBException {
        if (!Files.exists(directory.resolve("CURRENT"))) {
            return;
        }
        try (Options options = new Options()) {
            for (byte[] family : RocksDB.listColumnFamilies(options, directory.toString())) {
                if (new String(family, StandardCharsets.UTF_8).equals(OUTDATED_FAMILY)) {
                    throw Database.otherFormat(1);
                }
            }
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
            .setAllowConcurrentMemtableWrite(false) // there is one writer
            .setEnableWriteThreadAdaptiveYield(false)
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
            .setLevel0FileNumCompactionTrigger(TABLES_BEFORE_COMPACTION)
            .setCompressionType(CompressionType.NO_COMPRESSION));
        return FAMILIES.stream()
            .map(name -> new ColumnFamilyDescriptor(name.getBytes(StandardCharsets.US_ASCII), options)).toList();
    }

    private <T extends AutoCloseable> T own(T resource) {
        owned.add(resource);
        return resource;
    }
}
