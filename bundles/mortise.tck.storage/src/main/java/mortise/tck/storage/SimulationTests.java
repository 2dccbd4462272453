package mortise.tck.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import mortise.spi.storage.Commit;
import mortise.spi.storage.CommitOutcome;
import mortise.spi.storage.CommitOutcome.Committed;
import mortise.spi.storage.StoreWatch;
import mortise.spi.storage.StoredValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/** Random operations, compared with the model. */
abstract class SimulationTests extends StoreTopic {

    SimulationTests(StoreContract contract) {
        super(contract);
    }

    @Test
    void randomCommitsReadsAndCompactionsGiveWhatTheModelGives(TestReporter reporter) {
        long seed = System.nanoTime();
        reporter.publishEntry("seed", Long.toString(seed));
        Random random = new Random(seed);
        StoreModel model = new StoreModel();
        List<Long> revisions = new ArrayList<>(List.of(1L));
        WatchRecorder recorder = new WatchRecorder();
        try (StoreWatch watch = watch(PREFIX, 1, recorder)) {
            for (int step = 0; step < 400; step++) {
                change(random, model);
                revisions.add(model.revision());
                if (step % 10 == 9) {
                    compareAtRandomRevision(random, model, revisions, seed);
                }
                if (step % 100 == 99) {
                    store().compact(revisions.get(random.nextInt(revisions.size())));
                }
            }
            awaitDelivered(watch, model.revision());
        }
        WatchGuarantees.all(recorder, model, PREFIX, 1);
    }

    private void change(Random random, StoreModel model) {
        String key = PREFIX + random.nextInt(20);
        StoredValue latest = model.latest(key);
        long modRevision = latest == null ? 0 : latest.modRevision();
        boolean asExpected = random.nextInt(5) > 0;
        long expected = asExpected ? modRevision : modRevision == 0 ? model.revision() : modRevision - 1;
        byte[] value = latest != null && random.nextInt(3) == 0 ? null : bytes("v" + random.nextInt(1_000));
        Commit commit = new Commit(key, expected, value);
        CommitOutcome outcome = commit(commit);
        assertThat(outcome instanceof Committed).as("commit of %s", key).isEqualTo(asExpected);
        if (outcome instanceof Committed committed) {
            model.committed(commit, committed.revision());
        }
    }

    private void compareAtRandomRevision(Random random, StoreModel model, List<Long> revisions, long seed) {
        long revision = Math.max(store().compactedRevision(), revisions.get(random.nextInt(revisions.size())));
        assertThat(list(revision)).as("list at %d, seed %d", revision, seed)
            .isEqualTo(StoreModel.describe(model.state(revision).values()));
        String key = PREFIX + random.nextInt(20);
        StoredValue expected = model.state(revision).get(key);
        assertThat(get(key, revision)).as("%s at %d, seed %d", key, revision, seed)
            .isEqualTo(expected == null ? "nothing" : StoreModel.describe(expected));
    }
}
