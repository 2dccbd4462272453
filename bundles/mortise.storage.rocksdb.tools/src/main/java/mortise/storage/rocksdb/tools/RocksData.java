package mortise.storage.rocksdb.tools;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.TreeSet;
import mortise.core.rocksdb.DataDirectory;
import mortise.core.rocksdb.WalFiles;
import mortise.spi.storage.Store;
import mortise.spi.storage.StoreData;
import mortise.spi.storage.StoreException;
import mortise.spi.storage.StoreSource;
import mortise.spi.storage.StoreTarget;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/** The embedded store for tools. Touches nothing until it is asked to. */
@Component(service = StoreData.class, configurationPid = "mortise.storage.rocksdb",
    property = Store.BACKEND + "=rocksdb")
public final class RocksData implements StoreData {

    private static final int ATTEMPTS = 10;

    private final Path directory;

    /** Makes one for the data directory that is configured. */
    @Activate
    public RocksData(RocksDataConfig config) {
        this(Path.of(config.data_dir()));
    }

    /** Makes one for a data directory. */
    public RocksData(Path directory) {
        this.directory = directory;
    }

    /**
     * A server that writes meanwhile deletes a log file once all of it is in tables. One that went while it was to be
     * read may have gone before it was read, and then this is done again.
     */
    @Override
    public StoreSource read() {
        Path database = directory.resolve("store");
        if (!Files.exists(database.resolve("CURRENT"))) {
            throw new StoreException("there is no store in " + directory, null);
        }
        StoreException last = null;
        for (int i = 0; i < ATTEMPTS; i++) {
            TreeSet<Path> before = WalFiles.of(database);
            try {
                ReadOnlyStore opened = ReadOnlyStore.open(database, InstantSource.system());
                if (WalFiles.of(database).containsAll(before)) {
                    return opened;
                }
                opened.close();
            } catch (StoreException e) {
                last = e;
                if (WalFiles.of(database).containsAll(before)) {
                    throw e;
                }
            }
        }
        throw new StoreException("the store in " + directory + " changes too fast to be read", last);
    }

    @Override
    public StoreTarget fill() {
        DataDirectory data = DataDirectory.take(directory);
        boolean opened = false;
        try {
            if (Files.exists(data.database())) {
                throw new StoreException("there is a store in " + directory + " already; move " + data.database()
                    + " away first", null);
            }
            FreshStore store = FreshStore.open(data, InstantSource.system());
            opened = true;
            return store;
        } catch (IOException e) {
            throw new StoreException("directory " + directory + " cannot be used: " + e, e);
        } finally {
            if (!opened) {
                data.close();
            }
        }
    }
}
