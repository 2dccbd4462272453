package mortise.tck.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import mortise.spi.storage.Commit;
import mortise.spi.storage.KeyOrder;
import mortise.spi.storage.Store;
import mortise.spi.storage.StoreEvent;
import mortise.spi.storage.StoreWatch;
import mortise.spi.storage.StoredValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/**
 * Many threads at once: what they saw could have happened one after the other, and watches show exactly that. With
 * {@code -Dmortise.linearizability.rounds} longer than by default.
 */
abstract class LinearizabilityTests extends StoreTopic {

    private static final int ROUNDS = Integer.getInteger("mortise.linearizability.rounds", 3);
    private static final int THREADS = 8;
    private static final int KEYS = 4;
    private static final int EACH = 100;
    private static final FaultyStore.Faults FAULTS =
            new FaultyStore.Faults(0.02, 0.02, 0.05, Duration.ofMillis(2));

    LinearizabilityTests(StoreContract contract) {
        super(contract);
    }

    @Test
    void whatManyThreadsSeeCouldHaveHappenedOneAfterTheOther(TestReporter reporter) throws Exception {
        rounds(reporter, store());
    }

    @Test
    void soItCouldWhenOutcomesAreLostAndLate(TestReporter reporter) throws Exception {
        ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor();
        try {
            rounds(reporter, new FaultyStore(store(), FAULTS, System.nanoTime(), scheduler));
        } finally {
            scheduler.shutdownNow();
        }
    }

    private void rounds(TestReporter reporter, Store tested) throws Exception {
        long seed = System.nanoTime();
        reporter.publishEntry("seed", seed + ", rounds: " + ROUNDS);
        long operations = 0;
        for (int round = 0; round < ROUNDS; round++) {
            operations += round(tested, PREFIX + "r" + round + "/", seed + 1_000L * round);
        }
        reporter.publishEntry("operations", Long.toString(operations));
    }

    private long round(Store tested, String prefix, long seed) throws Exception {
        var history = new ConcurrentHistory(tested, prefix, KEYS);
        var recorder = new WatchRecorder();
        long before = store().currentRevision();
        List<StoreEvent> events;
        try (StoreWatch watch = watch(prefix, before, recorder)) {
            history.run(THREADS, EACH, seed);
            awaitDelivered(watch, store().currentRevision());
            events = recorder.events();
        }
        long operations = 0;
        for (var key : history.operations().entrySet()) {
            operations += key.getValue().size();
            assertThat(Linearizability.violation(key.getValue())).as("%s, seed %d", key.getKey(), seed).isEmpty();
        }
        String where = prefix + ", seed " + seed;
        assertThat(recorder.overlapped()).as(where).isFalse();
        WatchGuarantees.ordered(recorder.batches());
        WatchGuarantees.unique(recorder.batches());
        WatchGuarantees.atomic(recorder.batches());
        WatchGuarantees.filtered(recorder.batches(), prefix, before);
        eventsAreTheLog(history, events, where);
        listsAreStates(history, events, where);
        resumed(prefix, events, new Random(seed), before);
        return operations;
    }

    /** Reliable: each acknowledged commit is there, and nothing that nobody wrote. */
    private static void eventsAreTheLog(ConcurrentHistory history, List<StoreEvent> events, String where) {
        var seen = new TreeMap<Long, String>();
        events.forEach(event -> seen.put(event.revision(), described(event.key(), event.value())));
        var acknowledged = new TreeMap<Long, String>();
        history.committed().forEach((revision, commit) ->
                acknowledged.put(revision, described(commit.key(), commit.value())));
        assertThat(seen).as(where).containsAllEntriesOf(acknowledged);
        var lost = new ArrayList<String>();
        history.lost().forEach(write -> lost.add(write.key() + "=" + write.value()));
        seen.keySet().removeAll(acknowledged.keySet());
        for (String unacknowledged : seen.values()) {
            assertThat(lost.remove(unacknowledged)).as("%s: %s was written", where, unacknowledged).isTrue();
        }
    }

    private static String described(String key, byte[] value) {
        return key + "=" + (value == null ? null : new String(value, StandardCharsets.UTF_8));
    }

    /** A list shows what was there at its revision: all of it, and nothing else. */
    private static void listsAreStates(ConcurrentHistory history, List<StoreEvent> events, String where) {
        var model = new StoreModel();
        var latest = new TreeMap<String, Long>(KeyOrder.INSTANCE);
        for (StoreEvent event : events) {
            long expected = latest.getOrDefault(event.key(), 0L);
            model.committed(new Commit(event.key(), expected, event.value()), event.revision());
            latest.put(event.key(), event.value() == null ? 0 : event.revision());
        }
        var checked = new HashSet<Long>();
        for (ConcurrentHistory.Listed list : history.lists()) {
            List<StoredValue> expected = List.copyOf(model.state(list.revision()).values());
            assertThat(StoreModel.describe(list.values())).as("%s, list at %d", where, list.revision())
                    .isEqualTo(StoreModel.describe(expected));
            checked.add(list.revision());
        }
        assertThat(checked).as(where).isNotEmpty();
    }

    /** Resumable: from any revision on, the rest comes again. */
    private void resumed(String prefix, List<StoreEvent> events, Random random, long before) {
        long from = events.isEmpty() ? before : events.get(random.nextInt(events.size())).revision();
        List<StoreEvent> rest = events.stream().filter(event -> event.revision() > from).toList();
        var recorder = new WatchRecorder();
        try (StoreWatch watch = watch(prefix, from, recorder)) {
            awaitDelivered(watch, store().currentRevision());
        }
        WatchGuarantees.reliable(recorder.batches(), rest);
    }
}
