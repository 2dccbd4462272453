package mortise.storage.memory;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import mortise.spi.storage.Commit;
import mortise.spi.storage.CommitOutcome;
import mortise.spi.storage.StoreException;
import mortise.spi.storage.StoredValue;
import mortise.spi.storage.UnknownOutcomeException;
import mortise.tck.storage.FaultyStore;
import mortise.tck.storage.FaultyStore.Faults;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/** A client that obeys the contract counts right, however badly its store behaves. */
final class FaultyStoreTest {

    private static final String KEY = "/registry/counters/a";
    private int unknownOutcomes;

    @Test
    void aClientThatReadsAfterAnUnknownOutcomeNeverCountsTwiceNorLosesACount(TestReporter reporter) {
        long seed = System.nanoTime();
        reporter.publishEntry("seed", Long.toString(seed));
        MemoryStore memory = new MemoryStore();
        ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor();
        try {
            Faults faults = new Faults(0.1, 0.2, 0.2, Duration.ofMillis(1));
            FaultyStore store = new FaultyStore(memory, faults, seed, scheduler);
            for (int i = 1; i <= 200; i++) {
                countTo(store, memory, i);
            }
            assertThat(number(memory.get(KEY, 0))).as("count with seed %d", seed).isEqualTo(200);
            assertThat(memory.currentRevision()).as("one revision for each count, seed %d", seed).isEqualTo(201);
            assertThat(unknownOutcomes).as("unknown outcomes, seed %d", seed).isPositive();
        } finally {
            scheduler.shutdownNow();
            memory.close();
        }
    }

    /** Tries until the key has the number; reads first each time, and finds there whether the last attempt was made. */
    private void countTo(FaultyStore store, MemoryStore memory, int number) {
        Optional<StoredValue> current = memory.get(KEY, 0);
        while (number(current) < number) {
            long expected = current.map(StoredValue::modRevision).orElse(0L);
            try {
                CommitOutcome outcome = store.commit(Commit.replace(KEY, expected, ("" + number).getBytes(UTF_8)))
                    .toCompletableFuture().join();
                assertThat(outcome).isInstanceOf(CommitOutcome.Committed.class);
            } catch (CompletionException e) {
                assertThat(e.getCause()).isInstanceOf(StoreException.class);
                unknownOutcomes += e.getCause() instanceof UnknownOutcomeException ? 1 : 0;
            }
            current = memory.get(KEY, 0);
        }
    }

    private static int number(Optional<StoredValue> value) {
        return value.map(v -> Integer.parseInt(new String(v.value(), UTF_8))).orElse(0);
    }
}
