package mortise.tck.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import mortise.spi.storage.Commit;
import mortise.spi.storage.CommitOutcome;
import mortise.spi.storage.StoreEvent;
import mortise.spi.storage.StoreException;
import mortise.spi.storage.StoreWatch;
import mortise.spi.storage.WatchListener;
import mortise.spi.storage.WatchRequest;
import org.junit.jupiter.api.Test;

/** What a watch shows, and when. */
abstract class WatchTests extends StoreTopic {

    WatchTests(StoreContract contract) {
        super(contract);
    }

    @Test
    void anOpenWatchHasBeenHandedAChangeWhenItsCommitCompletes() {
        WatchRecorder recorder = new WatchRecorder();
        try (StoreWatch watch = watch(PREFIX, store().currentRevision(), recorder)) {
            // Whether a watch starts up to date is the store's business; from the first delivery on it is.
            awaitDelivered(watch, store().currentRevision());
            for (int i = 0; i < 20; i++) {
                create(PREFIX + i, "x");
                assertThat(recorder.events()).hasSize(i + 1);
            }
        }
    }

    @Test
    void creationsUpdatesAndDeletionsComeWithTheirRevisions() {
        WatchRecorder recorder = new WatchRecorder();
        try (StoreWatch watch = watch(PREFIX, 1, recorder)) {
            long created = create(PREFIX + "a", "one");
            long replaced = replace(PREFIX + "a", created, "two");
            long deleted = delete(PREFIX + "a", replaced);
            awaitDelivered(watch, deleted);

            assertThat(StoreModel.describeEvents(recorder.events())).containsExactly(
                PREFIX + "a=one@" + created + "/" + created,
                PREFIX + "a=two@" + created + "/" + replaced,
                PREFIX + "a deleted@" + deleted);
            assertThat(recorder.events().get(2).createRevision()).isIn(0L, created);
        }
    }

    @Test
    void aWatchFromThePastCatchesUpWithNothingMissingAndNothingTwice() {
        StoreModel model = new StoreModel();
        makeChanges(model, 300, 0);
        WatchRecorder recorder = new WatchRecorder();
        long from = model.events().get(100).revision();

        try (StoreWatch watch = watch(PREFIX, from, recorder)) {
            makeChanges(model, 100, 300);
            awaitDelivered(watch, model.revision());
        }

        WatchGuarantees.all(recorder, model, PREFIX, from);
    }

    @Test
    void aWatchOfAPrefixShowsOnlyItsKeysAndStillSaysHowFarItIs() {
        WatchRecorder recorder = new WatchRecorder();
        try (StoreWatch watch = watch(PREFIX, 1, recorder)) {
            create("/registry/thing", "x");
            create("/registry/thingsb/a", "x");
            create(PREFIX + "a", "x");
            awaitDelivered(watch, create("/registry/others/a", "x"));
        }

        assertThat(recorder.events()).extracting(StoreEvent::key).containsExactly(PREFIX + "a");
    }

    @Test
    void aRefusedCommitShowsNothing() {
        long created = create(PREFIX + "a", "one");
        WatchRecorder recorder = new WatchRecorder();
        try (StoreWatch watch = watch(PREFIX, created, recorder)) {
            commit(Commit.create(PREFIX + "a", bytes("two")));
            awaitDelivered(watch, create(PREFIX + "b", "x"));
        }

        assertThat(recorder.events()).extracting(StoreEvent::key).containsExactly(PREFIX + "b");
    }

    @Test
    void aWatchFromAFutureRevisionLeavesOutWhatComesUntilThen() {
        long first = create(PREFIX + "a", "one");
        WatchRecorder recorder = new WatchRecorder();
        try (StoreWatch watch = watch(PREFIX, first + 1, recorder)) {
            long second = replace(PREFIX + "a", first, "two");
            long third = replace(PREFIX + "a", second, "three");
            awaitDelivered(watch, third);
            WatchGuarantees.filtered(recorder.batches(), PREFIX, first + 1);
            assertThat(recorder.events()).extracting(StoreEvent::revision).endsWith(third);
        }
    }

    @Test
    void aClosedWatchShowsNothingMoreAndDoesNotEnd() throws InterruptedException {
        WatchRecorder closed = new WatchRecorder();
        WatchRecorder open = new WatchRecorder();
        try (StoreWatch other = watch(PREFIX, 1, open)) {
            StoreWatch watch = watch(PREFIX, 1, closed);
            long first = create(PREFIX + "a", "x");
            awaitDelivered(watch, first);
            watch.close();
            watch.close();
            long second = create(PREFIX + "b", "x");
            awaitDelivered(other, second);
            assertThat(watch.awaitDelivered(second, Duration.ofMillis(1))).isFalse();
        }

        assertThat(closed.events()).hasSize(1);
        assertThat(open.events()).hasSize(2);
        assertThat(closed.end()).isNotDone();
    }

    @Test
    void waitingForARevisionThatDoesNotComeEndsInTime() throws InterruptedException {
        try (StoreWatch watch = watch(PREFIX, 1, new WatchRecorder())) {
            assertThat(watch.awaitDelivered(1_000, Duration.ofMillis(20))).isFalse();
        }
    }

    @Test
    void aListenerThatThrowsHurtsNobodyElse() {
        WatchRecorder recorder = new WatchRecorder();
        WatchListener broken = new WatchListener() {
            @Override
            public void onEvents(List<StoreEvent> events) {
                throw new IllegalStateException("broken on purpose");
            }

            @Override
            public void onEnd(StoreException why) {
                throw new IllegalStateException("broken on purpose");
            }
        };
        try (StoreWatch first = store().watch(new WatchRequest(PREFIX, 1), broken);
                StoreWatch second = watch(PREFIX, 1, recorder)) {
            create(PREFIX + "a", "x");
            awaitDelivered(second, create(PREFIX + "b", "x"));
            assertThat(first).isNotSameAs(second);
        }

        assertThat(recorder.events()).hasSize(2);
    }

    @Test
    void whatAClosedWatchDroppedIsNotDelivered() throws InterruptedException {
        WatchRecorder recorder = new WatchRecorder();
        List<StoreWatch> others = new ArrayList<>();
        WatchListener closing = new WatchListener() {
            @Override
            public void onEvents(List<StoreEvent> events) {
                others.forEach(StoreWatch::close);
            }

            @Override
            public void onEnd(StoreException why) {
                // Nobody asks.
            }
        };
        long now = store().currentRevision();
        try (StoreWatch first = store().watch(new WatchRequest(PREFIX, now), closing);
                StoreWatch second = watch(PREFIX, now, recorder)) {
            awaitDelivered(first, now);
            awaitDelivered(second, now);
            others.add(second);
            long created = create(PREFIX + "a", "x");
            awaitDelivered(first, created);
            // The store may tell the one or the other first.
            boolean delivered = second.awaitDelivered(created, Duration.ofMillis(1));
            assertThat(delivered && recorder.events().isEmpty()).isFalse();
        }
    }

    @Test
    void watchesThatAreOpenedWhileManyWriteMissNothing() throws InterruptedException {
        List<WatchRecorder> recorders = new ArrayList<>();
        List<StoreWatch> watches = new ArrayList<>();
        StoreModel model = new StoreModel();
        CountDownLatch written = new CountDownLatch(4);
        List<Commit> commits = new ArrayList<>();
        List<CompletionStage<CommitOutcome>> stages = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            int writer = i;
            Thread thread = new Thread(() -> {
                for (int k = 0; k < 100; k++) {
                    Commit commit = Commit.create(PREFIX + writer + "/" + k, bytes("x"));
                    synchronized (commits) {
                        commits.add(commit);
                        stages.add(store().commit(commit));
                    }
                }
                written.countDown();
            }, "tck-writer-" + writer);
            thread.start();
        }
        while (written.getCount() > 0 && watches.size() < 50) {
            WatchRecorder recorder = new WatchRecorder();
            recorders.add(recorder);
            watches.add(watch(PREFIX, 1, recorder));
        }
        assertThat(written.await(DEADLINE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        SortedMap<Long, Commit> inOrder = new TreeMap<>();
        for (int i = 0; i < commits.size(); i++) {
            inOrder.put(((CommitOutcome.Committed) await(stages.get(i))).revision(), commits.get(i));
        }
        inOrder.forEach((revision, commit) -> model.committed(commit, revision));

        watches.forEach(watch -> awaitDelivered(watch, model.revision()));
        recorders.forEach(recorder -> WatchGuarantees.all(recorder, model, PREFIX, 1));
        watches.forEach(StoreWatch::close);
    }

    private void makeChanges(StoreModel model, int count, int first) {
        for (int i = first; i < first + count; i++) {
            Commit commit = Commit.create((i % 3 == 0 ? "/registry/others/" : PREFIX) + i, bytes("v" + i));
            model.committed(commit, committed(commit));
        }
    }
}
