package mortise.core.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import mortise.spi.storage.CompactedException;
import mortise.spi.storage.FutureRevisionException;
import mortise.spi.storage.StoreException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.WriteBatch;

/** The directory and the database; what stores make of them is tested with the stores. */
final class DatabaseTest {

    @TempDir
    Path temporary;

    @Test
    void aDirectoryIsHeldOnce() {
        DataDirectory held = DataDirectory.take(temporary);
        assertThatThrownBy(() -> DataDirectory.take(temporary)).isInstanceOf(StoreException.class)
            .hasMessageEndingWith("is in use by process " + ProcessHandle.current().pid());
        held.close();
        DataDirectory.take(temporary).close();
    }

    @Test
    void whatWasCommittedIsThereWhenItIsOpenedAgain() {
        Path directory = temporary.resolve("database");
        try (Database database = new Database(directory, true, 8)) {
            assertThat(revision(database)).as("of an empty store").isEqualTo(1);
            commit(database, "a", 7);
            database.reopen();
            database.markCompacted(7);
        }
        try (Database database = Database.readOnly(directory, temporary)) {
            SnapshotReader reader = new SnapshotReader(database);
            assertThat(revision(database)).isEqualTo(7);
            assertThat(reader.get("a", 0).orElseThrow().value()).containsExactly(1);
            assertThat(reader.get("b", 7)).isEmpty();
            assertThatThrownBy(() -> reader.get("a", 6)).isInstanceOf(CompactedException.class);
            assertThatThrownBy(() -> reader.get("a", 8)).isInstanceOf(FutureRevisionException.class);
        }
        assertThat(WalFiles.damage(directory)).isEmpty();
    }

    @Test
    void aClosedDatabaseSaysSo() {
        Database database = new Database(temporary.resolve("database"), true, 8);
        database.close();
        assertThatThrownBy(() -> revision(database)).isInstanceOf(StoreException.class)
            .hasMessage("the store is closed");
        assertThatThrownBy(database::reopen).hasMessage("the store is closed");
    }

    private static long revision(Database database) {
        return database.snapshot("reading the revision", database::revision);
    }

    private static void commit(Database database, String key, long revision) {
        database.use("commit", () -> {
            try (WriteBatch batch = new WriteBatch()) {
                byte[] name = KeyLayout.key(key);
                batch.put(database.values(), KeyLayout.versionKey(name, revision),
                    KeyLayout.value(revision, new byte[] {1}));
                batch.put(database.current(), name, KeyLayout.pointer(revision, revision));
                database.commit(batch, revision);
            }
            return revision;
        });
    }
}
