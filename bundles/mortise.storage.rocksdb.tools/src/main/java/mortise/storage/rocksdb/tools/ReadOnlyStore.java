package mortise.storage.rocksdb.tools;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import mortise.core.rocksdb.Database;
import mortise.core.rocksdb.KeyLayout;
import mortise.core.rocksdb.KeyLayout.Expiry;
import mortise.core.rocksdb.SnapshotReader;
import mortise.core.rocksdb.WalFiles;
import mortise.spi.storage.RangePage;
import mortise.spi.storage.RangeRequest;
import mortise.spi.storage.StoreException;
import mortise.spi.storage.StoreSource;
import mortise.spi.storage.StoredValue;
import org.rocksdb.RocksIterator;

/** A database that is only read. What others write after it was opened, it does not see. */
final class ReadOnlyStore implements StoreSource {

    private static final long MILLIS_PER_SECOND = 1_000;

    private final Path directory;
    private final Path messages;
    private final Database database;
    private final SnapshotReader reader;
    private final long revision;
    private final InstantSource clock;
    /** When values end, by their revision; milliseconds since 1970. */
    private final Map<Long, Long> ends = new HashMap<>();

    private ReadOnlyStore(Path directory, Path messages, InstantSource clock) {
        this.clock = clock;
        this.directory = directory;
        this.messages = messages;
        this.database = Database.readOnly(directory, messages);
        this.reader = new SnapshotReader(database);
        this.revision = database.snapshot("reading the revision", database::revision);
    }

    static ReadOnlyStore open(Path directory, InstantSource clock) {
        Path messages = null;
        boolean opened = false;
        try {
            messages = Files.createTempDirectory("mortise-store");
            ReadOnlyStore store = new ReadOnlyStore(directory, messages, clock);
            opened = true;
            store.readLifetimes();
            return store;
        } catch (IOException e) {
            throw new StoreException("no temporary directory: " + e, e);
        } finally {
            if (!opened && messages != null) {
                delete(messages);
            }
        }
    }

    private void readLifetimes() {
        database.use("reading lifetimes", () -> {
            try (RocksIterator entries = database.rocks().newIterator()) {
                entries.seek(KeyLayout.expiryKey(0, 0));
                for (; entries.isValid() && KeyLayout.isExpiry(entries.key()); entries.next()) {
                    Expiry expiry = KeyLayout.expiry(entries.key(), entries.value());
                    ends.put(expiry.modRevision(), expiry.endMillis());
                }
                entries.status();
            }
            return ends;
        });
    }

    @Override
    public long revision() {
        return revision;
    }

    @Override
    public RangePage range(RangeRequest request) {
        return reader.range(request.atRevision(0));
    }

    @Override
    public Optional<StoredValue> get(String key) {
        return reader.get(key, 0);
    }

    @Override
    public long lifetimeSeconds(StoredValue value) {
        Long end = ends.get(value.modRevision());
        return end == null ? 0 : Math.max(1, (end - clock.millis()) / MILLIS_PER_SECOND);
    }

    @Override
    public long check(Consumer<String> problems) {
        WalFiles.damage(directory).ifPresent(problems);
        return new StoreCheck(database, problems).run();
    }

    @Override
    public void close() {
        database.close();
        delete(messages);
    }

    private static void delete(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
            Files.delete(folder);
        } catch (IOException e) {
            // It is in the temporary folder, which others clean.
        }
    }
}
