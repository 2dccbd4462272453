package mortise.tck.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import mortise.spi.storage.CompactedException;
import mortise.spi.storage.FutureRevisionException;
import mortise.spi.storage.StoreWatch;
import org.junit.jupiter.api.Test;

/** History that is forgotten. */
abstract class CompactionTests extends StoreTopic {

    CompactionTests(StoreContract contract) {
        super(contract);
    }

    @Test
    void readsBelowTheCompactedRevisionFailAndNameTheOldestOne() {
        long first = create(PREFIX + "a", "one");
        long second = replace(PREFIX + "a", first, "two");

        store().compact(second);

        assertThat(store().compactedRevision()).isEqualTo(second);
        assertThatThrownBy(() -> get(PREFIX + "a", first)).isInstanceOfSatisfying(CompactedException.class, e -> {
            assertThat(e.requested()).isEqualTo(first);
            assertThat(e.compacted()).isEqualTo(second);
        });
        assertThatThrownBy(() -> list(first)).isInstanceOf(CompactedException.class);
        assertThatThrownBy(() -> watch(PREFIX, first, new WatchRecorder())).isInstanceOf(CompactedException.class);
    }

    @Test
    void theCompactedRevisionItselfAndAllLaterOnesStayReadable() {
        long a1 = create(PREFIX + "a", "one");
        long b1 = create(PREFIX + "b", "one");
        long a2 = replace(PREFIX + "a", a1, "two");
        long b2 = delete(PREFIX + "b", b1);
        long a3 = replace(PREFIX + "a", a2, "three");

        store().compact(a2);

        assertThat(list(a2)).containsExactly(
            PREFIX + "a=two@" + a1 + "/" + a2, PREFIX + "b=one@" + b1 + "/" + b1);
        assertThat(list(b2)).containsExactly(PREFIX + "a=two@" + a1 + "/" + a2);
        assertThat(list(a3)).containsExactly(PREFIX + "a=three@" + a1 + "/" + a3);
    }

    @Test
    void theLatestValueOfEveryKeyStays() {
        long a1 = create(PREFIX + "a", "one");
        long b1 = create(PREFIX + "b", "one");
        long b2 = replace(PREFIX + "b", b1, "two");
        long latest = delete("/registry/others/a", create("/registry/others/a", "x"));

        store().compact(latest);

        assertThat(list(0)).containsExactly(PREFIX + "a=one@" + a1 + "/" + a1, PREFIX + "b=two@" + b1 + "/" + b2);
        assertThat(list(latest)).isEqualTo(list(0));
        assertThat(store().currentRevision()).isEqualTo(latest);
    }

    @Test
    void aWatchFromTheCompactedRevisionSeesEverythingAfterIt() {
        long first = create(PREFIX + "a", "one");
        long second = replace(PREFIX + "a", first, "two");
        long third = replace(PREFIX + "a", second, "three");
        store().compact(second);
        WatchRecorder recorder = new WatchRecorder();

        try (StoreWatch watch = watch(PREFIX, second, recorder)) {
            awaitDelivered(watch, third);
        }

        assertThat(StoreModel.describeEvents(recorder.events())).containsExactly(
            PREFIX + "a=three@" + first + "/" + third);
    }

    @Test
    void anOpenWatchThatIsUpToDateOutlivesACompaction() {
        long first = create(PREFIX + "a", "one");
        WatchRecorder recorder = new WatchRecorder();

        try (StoreWatch watch = watch(PREFIX, first, recorder)) {
            long second = replace(PREFIX + "a", first, "two");
            awaitDelivered(watch, second);
            store().compact(second);
            awaitDelivered(watch, replace(PREFIX + "a", second, "three"));
        }

        assertThat(recorder.events()).hasSize(2);
        assertThat(recorder.end()).isNotDone();
    }

    @Test
    void compactingAtAnOlderRevisionDoesNothing() {
        long first = create(PREFIX + "a", "one");
        long second = replace(PREFIX + "a", first, "two");
        store().compact(second);

        store().compact(first);

        assertThat(store().compactedRevision()).isEqualTo(second);
    }

    @Test
    void compactingTheFutureIsAnError() {
        long current = create(PREFIX + "a", "one");

        assertThatThrownBy(() -> store().compact(current + 1)).isInstanceOf(FutureRevisionException.class);
        assertThat(store().compactedRevision()).isEqualTo(1);
    }

    @Test
    void compactingTwiceWithChangesInBetweenForgetsOnlyWhatIsOlder() {
        long revision = create(PREFIX + "a", "0");
        for (int round = 1; round <= 3; round++) {
            long before = revision;
            revision = replace(PREFIX + "a", before, "" + round);
            store().compact(before);
            assertThat(get(PREFIX + "a", before)).startsWith(PREFIX + "a=" + (round - 1) + "@");
            assertThat(get(PREFIX + "a", 0)).startsWith(PREFIX + "a=" + round + "@");
        }
    }
}
