package mortise.storage.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
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
        log = new RevisionLog(database, hub, new CommitQueue(10, 1 << 20), 1, java.time.Clock.systemUTC(), step -> { });
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
        assertThat(entries()).isEqualTo(5_000 + 4_999);

        compactor.compact(revision - 1);

        assertThat(entries()).as("the last log record and the value it ended").isEqualTo(2);
        byte[] oldest = reader.get(KEY, revision - 1).orElseThrow().value();
        assertThat(oldest).asString(StandardCharsets.UTF_8).isEqualTo("v4998");
    }

    private long write(long expected, String text) {
        Commit commit = Commit.replace(KEY, expected, text.getBytes(StandardCharsets.UTF_8));
        return ((Committed) log.commit(commit).toCompletableFuture().join()).revision();
    }

    /** Counts what is in the log and in the history. */
    private int entries() {
        return database.snapshot("counting", at -> {
            int count = 0;
            try (RocksIterator entries = database.rocks().newIterator(database.log(), at);
                    RocksIterator past = database.rocks().newIterator(database.history(), at)) {
                for (entries.seekToFirst(); entries.isValid(); entries.next()) {
                    count++;
                }
                for (past.seekToFirst(); past.isValid(); past.next()) {
                    count++;
                }
            }
            return count;
        });
    }

    private static final class SettableClock extends Clock {

        private volatile Instant now = Instant.parse("2026-01-01T00:00:00Z");

        void advance(Duration duration) {
            now = now.plus(duration);
        }

        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }
}
