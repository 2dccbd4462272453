package mortise.storage.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import mortise.core.rocksdb.WalFiles;
import mortise.spi.storage.Commit;
import mortise.spi.storage.CommitOutcome.Committed;
import mortise.spi.storage.RangeRequest;
import mortise.spi.storage.StoreException;
import mortise.spi.storage.StoreSource;
import mortise.storage.rocksdb.RocksStore.Settings;
import mortise.storage.rocksdb.tools.RocksData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;

/**
 * Goal: a write-ahead log that breaks off or is garbled costs what comes last, or is said to be damaged; what was
 * acknowledged is never lost from the middle without a word. Method: the files of a store that is open are copied after
 * each commit was acknowledged, as a kill would leave them, and cut off or overwritten at random places.
 */
final class TornLogTest {

    private static final int COMMITS = 120;
    private static final int TEARS = Integer.getInteger("mortise.tears", 10);
    private static final int VALUE_BYTES_MAX = 3_000;
    private static final int GARBAGE_BYTES_MAX = 600;

    @TempDir
    Path temporary;

    /** The length of the log when the commit of the same index was acknowledged. */
    private final List<Long> lengths = new ArrayList<>();

    @Test
    void aLogThatBreaksOffKeepsEveryCommitBeforeTheBreak(TestReporter reporter) throws IOException {
        Random random = seeded(reporter);
        Path original = original(random);
        for (int i = 0; i < TEARS; i++) {
            Path copy = copy(original, i);
            Path log = log(copy);
            long length = (long) (random.nextDouble() * Files.size(log));
            try (var file = new RandomAccessFile(log.toFile(), "rw")) {
                file.setLength(length);
            }
            assertThat(kept(copy)).as("commits kept of a log of %d bytes", length).isEqualTo(wholeBefore(length));
        }
    }

    @Test
    void aGarbledLogIsRefusedUnlessNothingFollowsTheGarbage(TestReporter reporter) throws IOException {
        Random random = seeded(reporter);
        Path original = original(random);
        int refused = 0;
        for (int i = 0; i < TEARS; i++) {
            Path copy = copy(original, i);
            Path log = log(copy);
            long at = (long) (random.nextDouble() * Files.size(log));
            byte[] garbage = new byte[1 + random.nextInt(GARBAGE_BYTES_MAX)];
            random.nextBytes(garbage);
            try (var file = new RandomAccessFile(log.toFile(), "rw")) {
                file.seek(at);
                file.write(garbage, 0, (int) Math.min(garbage.length, Files.size(log) - at));
            }
            long whole = wholeBefore(at);
            if (WalFiles.damage(copy.resolve("store")).isEmpty()) {
                assertThat(kept(copy)).as("commits kept, garbled at %d", at).isEqualTo(whole);
                assertThat(at + garbage.length).as("the end of garbage that nothing follows")
                    .isGreaterThan(lengths.get(COMMITS - 2));
            } else {
                refused++;
                assertThatThrownBy(() -> kept(copy)).isInstanceOf(StoreException.class)
                    .hasMessageContaining("is damaged at byte").hasMessageContaining("--accept-damaged-log");
                assertThat(problems(copy)).as("what a check says")
                    .anyMatch(text -> text.contains("is damaged at byte"));
                assertThat(kept(copy, true)).as("commits kept when that is accepted").isEqualTo(whole);
            }
        }
        assertThat(refused).as("garbled logs that were refused").isGreaterThan(TEARS / 2);
    }

    @Test
    void aStoreThatWentOnAfterABreakIsWhole() throws IOException {
        Path original = original(new Random(1));
        Path first = copy(original, 0);
        try (var file = new RandomAccessFile(log(first).toFile(), "rw")) {
            file.setLength(lengths.get(COMMITS / 2) + 5);
        }
        RocksStore store = open(first, false);
        Path second = temporary.resolve("second");
        Path third = temporary.resolve("third");
        commit(store, Commit.create("/registry/things/after", new byte[] {1}));
        copyTo(first, second);
        copyTo(first, third);
        store.close();

        assertThat(WalFiles.of(second.resolve("store"))).as("log files").hasSizeGreaterThan(1);
        assertThat(kept(second)).isEqualTo(COMMITS / 2 + 2L);
        try (var file = new RandomAccessFile(WalFiles.of(third.resolve("store")).first().toFile(), "rw")) {
            file.setLength(lengths.get(COMMITS / 4) + 10);
        }
        assertThatThrownBy(() -> kept(third)).hasMessageContaining("is not what comes next");
    }

    private Path original(Random random) throws IOException {
        Path directory = temporary.resolve("original");
        Path copy = temporary.resolve("killed");
        RocksStore store = open(directory, false);
        try {
            for (int i = 0; i < COMMITS; i++) {
                byte[] value = new byte[random.nextInt(VALUE_BYTES_MAX)];
                random.nextBytes(value);
                commit(store, Commit.create("/registry/things/" + i, value));
                lengths.add(Files.size(log(directory)));
            }
            copyTo(directory, copy);
        } finally {
            store.close();
        }
        return copy;
    }

    private long wholeBefore(long length) {
        return lengths.stream().filter(end -> end <= length).count();
    }

    private long kept(Path directory) {
        return kept(directory, false);
    }

    /** Returns how many commits there are; they are the first ones. */
    private long kept(Path directory, boolean acceptDamage) {
        RocksStore store = open(directory, acceptDamage);
        try {
            long count = store.range(RangeRequest.ofPrefix("/registry/")).values().size();
            assertThat(store.currentRevision()).as("the revision").isEqualTo(count + 1);
            return count;
        } finally {
            store.close();
        }
    }

    private static List<String> problems(Path directory) {
        List<String> problems = new ArrayList<>();
        try (StoreSource source = new RocksData(directory).read()) {
            source.check(problems::add);
        }
        return problems;
    }

    private Path copy(Path original, int number) throws IOException {
        Path copy = temporary.resolve("copy-" + number);
        copyTo(original, copy);
        return copy;
    }

    private static void copyTo(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
    }

    private static Path log(Path directory) {
        return WalFiles.of(directory.resolve("store")).last();
    }

    private static RocksStore open(Path directory, boolean acceptDamage) {
        Settings usual = TestSettings.in(directory);
        return new RocksStore(new Settings(directory, true, usual.blockCacheMebibytes(), usual.retention(),
            usual.interval(), usual.queueLengthMax(), usual.groupBytesMax(), usual.gather(), acceptDamage),
            Clock.systemUTC(), step -> { });
    }

    private static void commit(RocksStore store, Commit commit) {
        assertThat(store.commit(commit).toCompletableFuture().join()).isInstanceOf(Committed.class);
    }

    private static Random seeded(TestReporter reporter) {
        long seed = Long.getLong("mortise.seed", System.nanoTime());
        reporter.publishEntry("seed", Long.toString(seed));
        return new Random(seed);
    }
}
