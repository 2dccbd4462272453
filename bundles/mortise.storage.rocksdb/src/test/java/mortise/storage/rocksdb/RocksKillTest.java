package mortise.storage.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import mortise.spi.storage.RangeRequest;
import mortise.spi.storage.StoreEvent;
import mortise.spi.storage.StoreWatch;
import mortise.spi.storage.WatchRequest;
import mortise.tck.storage.WatchGuarantees;
import mortise.tck.storage.WatchRecorder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;

/**
 * Goal: a process killed at any moment loses nothing it acknowledged. Method: a child process commits from several
 * threads and says what was acknowledged; it is killed after a random number of commits; the store is opened here and
 * compared; the next child goes on with the same data.
 */
final class RocksKillTest {

    private static final int ROUNDS = 4;
    private static final int COMMITS_PER_ROUND_MAX = 1_500;

    @TempDir
    Path directory;

    private final Map<Long, String> acknowledged = new HashMap<>();

    @Test
    void aKilledProcessLosesNothingItAcknowledged(TestReporter reporter) throws IOException, InterruptedException {
        long seed = System.nanoTime();
        reporter.publishEntry("seed", Long.toString(seed));
        Random random = new Random(seed);
        for (int round = 0; round < ROUNDS; round++) {
            List<String> lines = new ArrayList<>();
            ChildProcess child = ChildProcess.start(directory, "round" + round);
            child.read(1 + random.nextInt(COMMITS_PER_ROUND_MAX), lines);
            child.kill();
            child.readRest(lines);
            for (String line : lines) {
                String before = acknowledged.put(Long.parseLong(line.substring(0, line.indexOf(' '))), line);
                assertThat(before).as("earlier use of the revision of '%s', seed %d", line, seed).isNull();
            }
            compare(seed);
        }
    }

    private void compare(long seed) throws InterruptedException {
        RocksStore store = new RocksStore(TestSettings.in(directory), Clock.systemUTC(), step -> { });
        try {
            Map<Long, String> found = new HashMap<>();
            Map<String, Long> modRevisions = new HashMap<>();
            List<StoreEvent> events = eventsOf(store);
            for (StoreEvent event : events) {
                modRevisions.put(event.key(), event.deleted() ? 0L : event.revision());
                assertThat(event.revision()).as("next revision, seed %d", seed).isEqualTo(found.size() + 2L);
                found.put(event.revision(), describe(event));
            }
            assertThat(found).as("what the log has, seed %d", seed).containsAllEntriesOf(acknowledged);
            List<String> keys = modRevisions.entrySet().stream().filter(e -> e.getValue() > 0)
                .map(e -> e.getKey() + "@" + e.getValue()).sorted().toList();
            assertThat(store.range(RangeRequest.ofPrefix("")).values()).as("what is there, seed %d", seed)
                .extracting(v -> v.key() + "@" + v.modRevision()).containsExactlyInAnyOrderElementsOf(keys);
        } finally {
            store.close();
        }
    }

    private static List<StoreEvent> eventsOf(RocksStore store) throws InterruptedException {
        WatchRecorder recorder = new WatchRecorder();
        try (StoreWatch watch = store.watch(new WatchRequest("", 1), recorder)) {
            assertThat(watch.awaitDelivered(store.currentRevision(), Duration.ofSeconds(20))).isTrue();
        }
        WatchGuarantees.ordered(recorder.batches());
        WatchGuarantees.unique(recorder.batches());
        return recorder.events();
    }

    private static String describe(StoreEvent event) {
        byte[] value = event.value();
        String text = value == null ? "deleted" : new String(value, StandardCharsets.UTF_8);
        return event.revision() + " " + event.key() + " " + text;
    }
}
