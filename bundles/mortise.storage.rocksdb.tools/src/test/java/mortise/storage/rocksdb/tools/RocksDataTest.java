package mortise.storage.rocksdb.tools;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import mortise.core.rocksdb.DataDirectory;
import mortise.core.rocksdb.Database;
import mortise.core.rocksdb.KeyLayout;
import mortise.spi.storage.RangeRequest;
import mortise.spi.storage.StoreException;
import mortise.spi.storage.StoreSource;
import mortise.spi.storage.StoreTarget;
import mortise.spi.storage.StoredValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.RocksDBException;

/** Data that is made, read and checked; what a store has to do with it is tested where the store is. */
final class RocksDataTest {

    @TempDir
    Path directory;

    @Test
    void whatWasFilledInIsRead() {
        fill(new StoredValue("/registry/b", bytes("b"), 5, 7), new StoredValue("/registry/a", bytes("a"), 9, 9));
        try (StoreSource source = new RocksData(directory).read()) {
            assertThat(source.revision()).isEqualTo(1_000);
            assertThat(source.range(RangeRequest.ofPrefix("/registry/")).values())
                .extracting(value -> value.key() + "=" + new String(value.value(), UTF_8) + "@"
                    + value.createRevision() + "-" + value.modRevision())
                .containsExactly("/registry/a=a@9-9", "/registry/b=b@5-7");
            assertThat(source.lifetimeSeconds(source.get("/registry/a").orElseThrow())).isBetween(900L, 1_000L);
            assertThat(problems(source)).isEmpty();
        }
        assertThatThrownBy(() -> new RocksData(directory).fill()).isInstanceOf(StoreException.class)
            .hasMessageContaining("there is a store in");
    }

    @Test
    void aFillingThatDidNotEndIsNoStoreAndIsBegunAgain() {
        RocksData data = new RocksData(directory);
        try (StoreTarget target = data.fill()) {
            target.put(new StoredValue("/registry/half", bytes("b"), 5, 7), 0);
        }
        assertThatThrownBy(data::read).hasMessageContaining("there is no store in");
        try (StoreTarget target = data.fill()) {
            target.finish(10);
        }
        try (StoreSource source = data.read()) {
            assertThat(source.get("/registry/half")).isEmpty();
        }
        assertThat(directory.resolve("store.unfinished")).doesNotExist();
    }

    @Test
    void anEmptyDirectoryStaysAsItIs() {
        assertThatThrownBy(() -> new RocksData(directory).read()).hasMessageContaining("there is no store in");
        assertThat(Files.exists(directory.resolve("store"))).isFalse();
    }

    @Test
    void aDirectoryThatIsHeldIsNotFilled() {
        DataDirectory held = DataDirectory.take(directory);
        try {
            assertThatThrownBy(() -> new RocksData(directory).fill()).hasMessageContaining("is in use by process");
        } finally {
            held.close();
        }
        fill();
        assertThat(directory.resolve("store/CURRENT")).exists();
    }

    @Test
    void aValueThatIsMissingAndOneTooManyAreNamed() throws RocksDBException {
        fill(new StoredValue("/registry/a", bytes("a"), 9, 9), new StoredValue("/registry/b", bytes("b"), 5, 7));
        try (Database database = new Database(directory.resolve("store"), true, 8)) {
            database.rocks().delete(database.values(), KeyLayout.versionKey(KeyLayout.key("/registry/a"), 9));
            database.rocks().delete(database.current(), KeyLayout.key("/registry/b"));
        }
        try (StoreSource source = new RocksData(directory).read()) {
            assertThat(problems(source)).hasSize(2)
                .anyMatch(text -> text.endsWith("/registry/a of 9 is missing"))
                .anyMatch(text -> text.contains("/registry/b of 7 is its latest value, and not what it has now"));
        }
    }

    /** Makes a store whose latest revision is 1 000; its values end after as many seconds. */
    private void fill(StoredValue... values) {
        try (StoreTarget target = new RocksData(directory).fill()) {
            for (StoredValue value : values) {
                target.put(value, 1_000);
            }
            assertThat(target.finish(1_000)).isEqualTo(1_000);
        }
    }

    private static List<String> problems(StoreSource source) {
        List<String> problems = new ArrayList<>();
        source.check(problems::add);
        return problems;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }
}
