package mortise.itests.concurrency;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import mortise.authn.webhook.AnswerCacheStress;
import mortise.core.http.plugin.PluginRegistryStress;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each encounter for a moment, and the proof that a moment is enough to find the mistakes. */
@Timeout(value = 3, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class EncountersTest {

    private static final Duration MOMENT = Duration.ofMillis(Integer.getInteger("stress.millis", 200));
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final long seed = Long.getLong("stress.seed", System.nanoTime());

    /** An encounter and which outcomes are right. */
    record Trial(String name, Supplier<? extends Encounter> maker, Set<String> right) {

        static Trial of(Supplier<? extends Encounter> maker, String... right) {
            return new Trial(maker.get().getClass().getSimpleName(), maker, Set.of(right));
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Trial> trials() {
        String exact = Sightings.EXACT;
        return Stream.of(
                Trial.of(WatchStress.OpensWhileObjectsChange::new, exact),
                Trial.of(WatchStress.GoesOnWhileObjectsChange::new, exact),
                Trial.of(WatchStress.ComesFromTheBacklogWhileObjectsChange::new, exact),
                Trial.of(WatchStress.ReadsOnlyWhenCalled::new, exact),
                Trial.of(WatchStress.CatchesUpWhileAnObjectChanges::new, exact),
                Trial.of(WatchStress.IsToldWhileItsReaderRuns::new, exact),
                Trial.of(WatchStress.IsCutOffWhileItReads::new, "exact, open", "exact, cut off"),
                Trial.of(WatchStress.IsClosedWhileObjectsChange::new, "silent"),
                Trial.of(WatchStress.OpensWhileTheCacheCloses::new, "refused", "ended"),
                Trial.of(WatchStress.StoreBreaksOffWhileObjectsChange::new, exact),
                Trial.of(SnapshotStress.IsWhatThereWasAtItsRevision::new, "as it was"),
                Trial.of(SnapshotStress.MostRecentHasWhatWasAcknowledged::new, "as it was"),
                Trial.of(SnapshotStress.WakesUpWhenTheRevisionComes::new, "as it was"),
                Trial.of(SnapshotStress.WakesUpOverABrokenWatch::new, "as it was"),
                Trial.of(SnapshotStress.WakesUpOverAFailedListener::new, "as it was"),
                Trial.of(SnapshotStress.ExactIsExact::new, "as it was"),
                Trial.of(SnapshotStress.StoreBreaksOffWhileItLoads::new, "as it was"),
                Trial.of(WorkQueueStress.OneItemGoesToOneWorker::new, "one got it"),
                Trial.of(WorkQueueStress.AddedWhileItIsDone::new, "comes again"),
                Trial.of(WorkQueueStress.AddedWhileItFails::new, "comes again"),
                Trial.of(WorkQueueStress.NeverTwoAtATime::new, "one at a time"),
                Trial.of(WorkQueueStress.AddedWhileAWorkerFallsAsleep::new, "woken up"),
                Trial.of(PluginRegistryStress.TwoComeAtATime::new, "both are there"),
                Trial.of(PluginRegistryStress.OneChangesWhileARequestLooks::new, "once"),
                Trial.of(AnswerCacheStress.OneQuestionForTwo::new, "asked once"),
                Trial.of(AnswerCacheStress.OneFailsForItself::new, "answered"));
    }

    @ParameterizedTest
    @MethodSource("trials")
    void everyOutcomeIsRight(Trial trial, TestReporter report) throws InterruptedException {
        Map<String, Long> outcomes = Encounters.of(trial.maker(), trial.right(), MOMENT, seed);
        report.publishEntry(trial.name(), outcomes.toString());
        assertThat(trial.right()).as("seed %d: %s", seed, outcomes).containsAll(outcomes.keySet());
    }

    static Stream<Trial> mistakes() {
        return Stream.of(
                Trial.of(Toys.HandOverWithAGap::new, Sightings.EXACT),
                Trial.of(Toys.HandOverWithARepetition::new, Sightings.EXACT),
                Trial.of(Toys.TornSnapshot::new, "as it was"),
                Trial.of(Toys.QueueThatLooksFirst::new, "one got it"),
                Trial.of(Toys.QueueThatForgets::new, "comes again"),
                Trial.of(Toys.RegistryWithoutALock::new, "both are there"),
                Trial.of(Toys.CallBeforeTheEvent::new, "it read"));
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void everyMistakeIsFound(Trial trial, TestReporter report) throws InterruptedException {
        Map<String, Long> outcomes = Encounters.of(trial.maker(), trial.right(), PATIENCE, seed);
        report.publishEntry(trial.name(), outcomes.toString());
        assertThat(outcomes.keySet()).as("seed %d: the mistake is not found in %s", seed, outcomes)
                .anyMatch(outcome -> !trial.right().contains(outcome));
    }
}
