package mortise.tck.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import mortise.spi.storage.Commit;
import mortise.spi.storage.CompactedException;
import mortise.spi.storage.Store;
import mortise.spi.storage.StoreException;
import mortise.spi.storage.StoreWatch;
import org.junit.jupiter.api.Test;

/** A store that is closed and opened again. One that is not persistent must open empty. */
abstract class RestartTests extends StoreTopic {

    RestartTests(StoreContract contract) {
        super(contract);
    }

    @Test
    void valuesRevisionsAndHistoryAreThereAfterARestart() {
        long first = create(PREFIX + "a", "one");
        long second = replace(PREFIX + "a", first, "two");
        long third = create(PREFIX + "b", "x");
        contract.reopen();
        if (isEmptyBecauseNotPersistent()) {
            return;
        }

        assertThat(store().currentRevision()).isEqualTo(third);
        assertThat(get(PREFIX + "a", 0)).isEqualTo(PREFIX + "a=two@" + first + "/" + second);
        assertThat(get(PREFIX + "a", first)).isEqualTo(PREFIX + "a=one@" + first + "/" + first);
        assertThat(list(0)).hasSize(2);
    }

    @Test
    void revisionsGoOnAfterARestartEvenWhenTheLastChangeWasADeletion() {
        long deleted = delete(PREFIX + "a", create(PREFIX + "a", "one"));
        contract.reopen();
        if (isEmptyBecauseNotPersistent()) {
            return;
        }

        assertThat(store().currentRevision()).isEqualTo(deleted);
        assertThat(create(PREFIX + "a", "two")).isGreaterThan(deleted);
    }

    @Test
    void aWatchGoesOnWhereItStoodBeforeARestart() {
        StoreModel model = new StoreModel();
        WatchRecorder before = new WatchRecorder();
        Commit create = Commit.create(PREFIX + "a", bytes("one"));
        model.committed(create, committed(create));
        try (StoreWatch watch = watch(PREFIX, 1, before)) {
            awaitDelivered(watch, model.revision());
        }
        long stood = model.revision();
        Commit replace = Commit.replace(PREFIX + "a", stood, bytes("two"));
        model.committed(replace, committed(replace));
        contract.reopen();
        if (isEmptyBecauseNotPersistent()) {
            return;
        }

        WatchRecorder after = new WatchRecorder();
        try (StoreWatch watch = watch(PREFIX, stood, after)) {
            awaitDelivered(watch, model.revision());
        }
        WatchGuarantees.resumable(before.batches(), after.batches(), model.events(PREFIX, 1));
    }

    @Test
    void whatWasCompactedStaysCompactedAfterARestart() {
        long first = create(PREFIX + "a", "one");
        long second = replace(PREFIX + "a", first, "two");
        store().compact(second);
        contract.reopen();
        if (isEmptyBecauseNotPersistent()) {
            return;
        }

        assertThat(store().compactedRevision()).isEqualTo(second);
        assertThatThrownBy(() -> get(PREFIX + "a", first)).isInstanceOf(CompactedException.class);
        assertThat(get(PREFIX + "a", second)).startsWith(PREFIX + "a=two@");
    }

    @Test
    void aClosedStoreTakesNoCommitsAndEndsItsWatches() {
        WatchRecorder recorder = new WatchRecorder();
        watch(PREFIX, 1, recorder);
        Store closed = store();
        contract.reopen();

        assertThat(recorder.end()).succeedsWithin(DEADLINE);
        assertThatThrownBy(() -> await(closed.commit(Commit.create(PREFIX + "a", bytes("x")))))
            .isInstanceOf(StoreException.class);
    }

    private boolean isEmptyBecauseNotPersistent() {
        boolean persistent = contract.has(StoreAbility.PERSISTENT);
        if (!persistent) {
            assertThat(store().currentRevision()).isEqualTo(1);
            assertThat(list(0)).isEmpty();
        }
        return !persistent;
    }
}
