package mortise.storage.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import mortise.core.rocksdb.Database;
import mortise.core.rocksdb.SnapshotReader;
import mortise.spi.storage.Commit;
import mortise.spi.storage.CommitOutcome.Committed;
import mortise.spi.storage.CompactedException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.RocksIterator;

final class CompactorTest {

    private static final String KEY = "/registry/things/a";

    @TempDir
    Path directory;

    private final SettableClock clock = new SettableClock();
    private final ExecutorService background = Executors.newSingleThreadExecutor();
    private Database database;
    private SnapshotReader reader;
    private RevisionLog log;
    private Compactor compactor;

    @BeforeEach
    void open() {
        database = new Database(directory, false, 8);
        reader = new SnapshotReader(database);
        WatchHub hub = new WatchHub(reader, 1, background);
        CommitQueue queue = new CommitQueue(10, 1 << 20, Duration.ZERO);
        log = new RevisionLog(database, hub, queue, 1, Clock.systemUTC(), step -> { });
        log.start();
        compactor = new Compactor(database, clock, Duration.ofMinutes(5), 1);
    }

    @AfterEach
    void close() {
        log.close();
        background.shutdown();
        database.close();
    }

    @Test
    void historyOfTheRetentionWindowStaysAndOlderOneGoes() {
        long first = write(0, "one");
        long second = write(first, "two");
        compactor.run();
        clock.advance(Duration.ofMinutes(4));
        long third = write(second, "three");
        compactor.run();

        clock.advance(Duration.ofSeconds(59));
        compactor.run();
        assertThat(compactor.compacted()).isEqualTo(1);
        assertThat(reader.get(KEY, first)).isPresent();

        clock.advance(Duration.ofSeconds(1));
        compactor.run();
        assertThat(compactor.compacted()).isEqualTo(second);
        assertThatThrownBy(() -> reader.get(KEY, first)).isInstanceOf(CompactedException.class);
        assertThat(reader.get(KEY, second)).isPresent();

        clock.advance(Duration.ofMinutes(4));
        compactor.run();
        assertThat(compactor.compacted()).isEqualTo(third);
    }

    @Test
    void whatCannotBeReadAnyMoreIsRemovedFromTheDisk() {
        long revision = 0;
        for (int i = 0; i < 5_000; i++) {
            revision = write(revision, "v" + i);
        }
        assertThat(entries()).isEqualTo(5_000 + 5_000);

        compactor.compact(revision - 1);

        assertThat(entries()).as("the last log record, its value and the one it ended").isEqualTo(3);
        byte[] oldest = reader.get(KEY, revision - 1).orElseThrow().value();
        assertThat(oldest).asString(StandardCharsets.UTF_8).isEqualTo("v4998");
    }

    @Test
    void nothingIsLeftOfAKeyThatWasDeleted() {
        long revision = write(write(0, "one"), "two");
        log.commit(Commit.delete(KEY, revision)).toCompletableFuture().join();
        assertThat(reader.get(KEY, revision)).isPresent();
        assertThat(reader.get(KEY, revision + 1)).isEmpty();

        compactor.compact(revision + 1);

        assertThat(entries()).isZero();
        assertThat(reader.get(KEY, revision + 1)).isEmpty();
    }

    private long write(long expected, String text) {
        Commit commit = Commit.replace(KEY, expected, text.getBytes(StandardCharsets.UTF_8));
        return ((Committed) log.commit(commit).toCompletableFuture().join()).revision();
    }

    /** Counts what is in the log and among the values. */
    private int entries() {
        return database.snapshot("counting", at -> {
            int count = 0;
            try (RocksIterator entries = database.rocks().newIterator(database.log(), at);
                    RocksIterator values = database.rocks().newIterator(database.values(), at)) {
                for (entries.seekToFirst(); entries.isValid(); entries.next()) {
                    count++;
                }
                for (values.seekToFirst(); values.isValid(); values.next()) {
                    count++;
                }
            }
            return count;
        });
    }
}
