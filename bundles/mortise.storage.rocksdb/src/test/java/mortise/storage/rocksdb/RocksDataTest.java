package mortise.storage.rocksdb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import mortise.core.rocksdb.Database;
import mortise.core.rocksdb.KeyLayout;
import mortise.spi.storage.Commit;
import mortise.spi.storage.CommitOutcome.Committed;
import mortise.spi.storage.CompactedException;
import mortise.spi.storage.RangeRequest;
import mortise.spi.storage.StoreException;
import mortise.spi.storage.StoreSource;
import mortise.spi.storage.StoreTarget;
import mortise.spi.storage.StoredValue;
import mortise.storage.rocksdb.tools.RocksData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/** The data of the embedded store as commands see it, with a store: read beside it, checked after it, made for it. */
final class RocksDataTest {

    @TempDir
    Path directory;

    @Test
    void whatAnOpenStoreHasAcknowledgedIsRead() {
        RocksStore store = open(directory);
        try {
            long created = commit(store, Commit.create("/registry/a", bytes("one")));
            commit(store, Commit.replace("/registry/a", created, bytes("two")).withLifetime(1_000));
            try (StoreSource source = new RocksData(directory).read()) {
                commit(store, Commit.create("/registry/later", bytes("x")));
                assertThat(source.revision()).isEqualTo(3);
                assertThat(source.range(RangeRequest.ofPrefix("/registry/")).values())
                    .extracting(value -> value.key() + "=" + new String(value.value(), UTF_8) + "@"
                        + value.createRevision()).containsExactly("/registry/a=two@2");
                StoredValue value = source.get("/registry/a").orElseThrow();
                assertThat(source.lifetimeSeconds(value)).isBetween(900L, 1_000L);
                assertThat(problems(source)).isEmpty();
            }
        } finally {
            store.close();
        }
    }

    @Test
    void aStoreThatWasFilledHasItsRevisionsAndNoHistory() {
        try (StoreTarget target = new RocksData(directory).fill()) {
            target.put(new StoredValue("/registry/b", bytes("b"), 5, 7), 0);
            target.put(new StoredValue("/registry/a", bytes("a"), 9, 9), 0);
            assertThat(target.finish(1_000)).isEqualTo(1_000);
        }
        try (StoreSource source = new RocksData(directory).read()) {
            assertThat(problems(source)).isEmpty();
        }
        RocksStore store = open(directory);
        try {
            assertThat(store.currentRevision()).isEqualTo(1_000);
            assertThat(store.get("/registry/b", 0).orElseThrow().modRevision()).isEqualTo(7);
            assertThatThrownBy(() -> store.get("/registry/b", 999)).isInstanceOf(CompactedException.class);
            assertThat(commit(store, Commit.replace("/registry/a", 9, bytes("x")))).isEqualTo(1_001);
        } finally {
            store.close();
        }
        assertThatThrownBy(() -> new RocksData(directory).fill()).isInstanceOf(StoreException.class)
            .hasMessageContaining("there is a store in");
    }

    @Test
    void recordsThatDoNotAgreeAreNamed() throws RocksDBException {
        RocksStore store = open(directory);
        long created = commit(store, Commit.create("/registry/a", bytes("one")));
        commit(store, Commit.replace("/registry/a", created, bytes("two")));
        commit(store, Commit.create("/registry/b", bytes("b")));
        commit(store, Commit.create("/registry/c", bytes("c")));
        store.close();
        try (Database database = new Database(directory.resolve("store"), true, 8)) {
            database.rocks().delete(database.values(), KeyLayout.versionKey(KeyLayout.key("/registry/a"), 2));
            database.rocks().delete(database.current(), KeyLayout.key("/registry/b"));
            database.rocks().delete(database.log(), KeyLayout.number(5));
            database.rocks().put(database.current(), KeyLayout.key("/registry/short"), new byte[3]);
        }
        try (StoreSource source = new RocksData(directory).read()) {
            assertThat(problems(source)).hasSize(6)
                .anyMatch(text -> text.endsWith("/registry/a of 2 is missing"))
                .anyMatch(text -> text.contains("/registry/a of 2, which ended at 3, is missing"))
                .anyMatch(text -> text.contains("/registry/b of 4 is its latest value, and not what it has now"))
                .anyMatch(text -> text.contains("/registry/c was changed at 5, of which the log says null"))
                .anyMatch(text -> text.contains("/registry/short is malformed"))
                .anyMatch(text -> text.contains("the log ends at revision 4, the store's is 5"));
        }
    }

    @Test
    void aStoreOfAnotherFormatIsRefused() throws RocksDBException, IOException {
        Path database = Files.createDirectories(directory.resolve("store"));
        try (Options options = new Options().setCreateIfMissing(true);
                ColumnFamilyOptions family = new ColumnFamilyOptions();
                RocksDB first = RocksDB.open(options, database.toString());
                ColumnFamilyHandle current = first.createColumnFamily(
                    new ColumnFamilyDescriptor(bytes("current"), family));
                ColumnFamilyHandle history = first.createColumnFamily(
                    new ColumnFamilyDescriptor(bytes("history"), family))) {
            first.put(history, bytes("a"), bytes("b"));
            first.put(current, bytes("a"), bytes("b"));
        }
        assertThatThrownBy(() -> open(directory)).isInstanceOf(StoreException.class)
            .hasMessageContaining("the store has format 1, this version reads 2");
        assertThatThrownBy(() -> new RocksData(directory).read()).isInstanceOf(StoreException.class)
            .hasMessageContaining("the store has format 1, this version reads 2");
    }

    private static List<String> problems(StoreSource source) {
        List<String> problems = new ArrayList<>();
        source.check(problems::add);
        return problems;
    }

    private static RocksStore open(Path directory) {
        return new RocksStore(TestSettings.in(directory), Clock.systemUTC(), step -> { });
    }

    private static long commit(RocksStore store, Commit commit) {
        return ((Committed) store.commit(commit).toCompletableFuture().join()).revision();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }
}
