package mortise.storage.rocksdb.tools;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.stream.Stream;
import mortise.core.rocksdb.DataDirectory;
import mortise.core.rocksdb.Database;
import mortise.core.rocksdb.KeyLayout;
import mortise.spi.storage.StoreException;
import mortise.spi.storage.StoreTarget;
import mortise.spi.storage.StoredValue;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

/** A database that is being filled, beside where it will be; finishing gives it its name. */
final class FreshStore implements StoreTarget {

    private static final int CACHE_MEBIBYTES = 8;
    private static final long BATCH_BYTES_MAX = 4L << 20;
    private static final long MILLIS_PER_SECOND = 1_000;

    private final DataDirectory data;
    private final Database database;
    private final WriteBatch batch;
    private final InstantSource clock;
    private long last = 1;
    private boolean closed;

    private FreshStore(DataDirectory data, InstantSource clock) {
        this.data = data;
        this.clock = clock;
        this.database = new Database(data.unfinished(), false, CACHE_MEBIBYTES);
        this.batch = new WriteBatch();
    }

    static FreshStore open(DataDirectory data, InstantSource clock) throws IOException {
        delete(data.unfinished());
        return new FreshStore(data, clock);
    }

    @Override
    public void put(StoredValue value, long lifetimeSeconds) {
        database.use("writing " + value.key(), () -> {
            byte[] key = KeyLayout.key(value.key());
            batch.put(database.values(), KeyLayout.versionKey(key, value.modRevision()),
                KeyLayout.value(value.createRevision(), value.value()));
            batch.put(database.current(), key, KeyLayout.pointer(value.createRevision(), value.modRevision()));
            if (lifetimeSeconds > 0) {
                long end = clock.millis() + lifetimeSeconds * MILLIS_PER_SECOND;
                batch.put(KeyLayout.expiryKey(end, value.modRevision()), key);
            }
            last = Math.max(last, value.modRevision());
            if (batch.getDataSize() > BATCH_BYTES_MAX) {
                write();
            }
            return value;
        });
    }

    private void write() throws RocksDBException {
        database.writeUnsynced(batch);
        batch.clear();
    }

    @Override
    public boolean keepsRevisions() {
        return true;
    }

    @Override
    public long finish(long revision) {
        if (revision < last) {
            throw new IllegalArgumentException("revision " + revision + " is before the last value's, " + last);
        }
        database.markCompacted(revision);
        database.use("finishing", () -> {
            database.commit(batch, revision);
            batch.clear();
            return revision;
        });
        database.flush();
        database.close();
        try {
            Files.move(data.unfinished(), data.database(), StandardCopyOption.ATOMIC_MOVE);
            sync(data.database().getParent());
        } catch (IOException e) {
            throw new StoreException("the store cannot be named " + data.database() + ": " + e, e);
        }
        return revision;
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            batch.close();
            database.close();
            data.close();
        }
    }

    private static void sync(Path directory) throws IOException {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (IOException e) {
            if (!System.getProperty("os.name").startsWith("Windows")) {
                throw e;
            }
        }
    }

    private static void delete(Path tree) throws IOException {
        if (Files.exists(tree)) {
            try (Stream<Path> files = Files.walk(tree)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }
}
