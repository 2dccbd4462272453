package mortise.tck.storage;

import java.nio.file.Path;
import java.util.Map;
import mortise.spi.storage.Store;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

/**
 * What every storage backend must do, as tests: one nested class per topic. A backend extends this class, says how its
 * store is opened and closed, and lists what it {@linkplain #excluded() lacks}.
 *
 * <p>Each test gets a new, empty store in a directory of its own. Stores are opened and closed on the test's thread.
 */
public abstract class StoreContract {

    @TempDir
    Path directory;

    private Store store;

    /**
     * Opens a store.
     *
     * @param directory where its data is: empty at first, and as the store left it when it is opened again
     */
    protected abstract Store open(Path directory);

    /** Closes a store that {@link #open} returned; afterwards its directory can be opened again. */
    protected abstract void close(Store store);

    /** Returns the abilities this backend lacks, each with the reason in one sentence. */
    protected Map<StoreAbility, String> excluded() {
        return Map.of();
    }

    @BeforeEach
    final void openStore() {
        store = open(directory);
    }

    @AfterEach
    final void closeStore() {
        close(store);
    }

    final Store store() {
        return store;
    }

    final Store reopen() {
        close(store);
        store = open(directory);
        return store;
    }

    final boolean has(StoreAbility ability) {
        return !excluded().containsKey(ability);
    }

    @Nested
    final class Creating extends CreateTests {
        Creating() {
            super(StoreContract.this);
        }
    }

    @Nested
    final class Updating extends UpdateTests {
        Updating() {
            super(StoreContract.this);
        }
    }

    @Nested
    final class Deleting extends DeleteTests {
        Deleting() {
            super(StoreContract.this);
        }
    }

    @Nested
    final class Listing extends ListTests {
        Listing() {
            super(StoreContract.this);
        }
    }

    @Nested
    final class Paging extends PagingTests {
        Paging() {
            super(StoreContract.this);
        }
    }

    @Nested
    final class ReadingTheHistory extends HistoryTests {
        ReadingTheHistory() {
            super(StoreContract.this);
        }
    }

    @Nested
    final class Watching extends WatchTests {
        Watching() {
            super(StoreContract.this);
        }
    }

    @Nested
    final class Compacting extends CompactionTests {
        Compacting() {
            super(StoreContract.this);
        }
    }

    @Nested
    final class Expiring extends ExpiryTests {
        Expiring() {
            super(StoreContract.this);
        }
    }

    @Nested
    final class Restarting extends RestartTests {
        Restarting() {
            super(StoreContract.this);
        }
    }

    @Nested
    final class Simulating extends SimulationTests {
        Simulating() {
            super(StoreContract.this);
        }
    }

    @Nested
    final class Linearizing extends LinearizabilityTests {
        Linearizing() {
            super(StoreContract.this);
        }
    }
}
