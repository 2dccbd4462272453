package mortise.tck.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import mortise.spi.storage.Commit;
import mortise.spi.storage.CommitOutcome;
import mortise.spi.storage.CommitOutcome.Committed;
import mortise.spi.storage.CommitOutcome.Refused;
import mortise.spi.storage.StoreException;
import org.junit.jupiter.api.Test;

/** Keys that come into being. */
abstract class CreateTests extends StoreTopic {

    CreateTests(StoreContract contract) {
        super(contract);
    }

    @Test
    void anEmptyStoreHasRevisionOneAndNothingInIt() {
        assertThat(store().currentRevision()).isEqualTo(1);
        assertThat(store().compactedRevision()).isEqualTo(1);
        assertThat(list(0)).isEmpty();
        assertThat(get(PREFIX + "a", 0)).isEqualTo("nothing");
    }

    @Test
    void aNewKeyGetsItsValueAndTheRevisionOfItsCommit() {
        long revision = create(PREFIX + "a", "one");

        assertThat(revision).isGreaterThan(1);
        assertThat(store().currentRevision()).isEqualTo(revision);
        assertThat(get(PREFIX + "a", 0)).isEqualTo(PREFIX + "a=one@" + revision + "/" + revision);
    }

    @Test
    void everyChangeHasAGreaterRevisionThanTheOneBefore() {
        long last = 1;
        for (int i = 0; i < 10; i++) {
            long revision = create(PREFIX + i, "x");
            assertThat(revision).isGreaterThan(last);
            last = revision;
        }
    }

    @Test
    void creatingAKeyThatHasAValueIsRefusedAndShowsTheValue() {
        long revision = create(PREFIX + "a", "one");

        CommitOutcome outcome = commit(Commit.create(PREFIX + "a", bytes("two")));

        assertThat(outcome).isInstanceOf(Refused.class);
        assertThat(((Refused) outcome).current().map(StoreModel::describe))
            .contains(PREFIX + "a=one@" + revision + "/" + revision);
        assertThat(store().currentRevision()).isEqualTo(revision);
        assertThat(get(PREFIX + "a", 0)).startsWith(PREFIX + "a=one@");
    }

    @Test
    void ofManyCreatesOfOneKeyAtTheSameTimeExactlyOneIsMade() {
        List<CompletionStage<CommitOutcome>> stages = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            stages.add(store().commit(Commit.create(PREFIX + "a", bytes("from " + i))));
        }

        List<CommitOutcome> made = stages.stream().map(StoreTopic::await).filter(Committed.class::isInstance).toList();

        assertThat(made).hasSize(1);
        assertThat(store().currentRevision()).isEqualTo(((Committed) made.get(0)).revision());
    }

    @Test
    void keysAndValuesOfAnyTextComeBackAsTheyWere() {
        for (String text : List.of("ä", "\u0000", "a\u0000b", "\uD83D\uDE80", "\uFFFD", "a b/c")) {
            long revision = create(PREFIX + text, text);
            assertThat(get(PREFIX + text, 0)).isEqualTo(PREFIX + text + "=" + text + "@" + revision + "/" + revision);
        }
    }

    @Test
    void anEmptyValueIsAValue() {
        long revision = create(PREFIX + "a", "");

        assertThat(get(PREFIX + "a", 0)).isEqualTo(PREFIX + "a=@" + revision + "/" + revision);
    }

    @Test
    void aValueOfThreeMebibytesIsKeptOrFailsWithoutEffect() {
        String large = "x".repeat(3 << 20);
        if (contract.has(StoreAbility.LARGE_VALUES)) {
            long revision = create(PREFIX + "large", large);
            assertThat(get(PREFIX + "large", revision)).isEqualTo(
                PREFIX + "large=" + large + "@" + revision + "/" + revision);
        } else {
            assertThat(catchThrowable(() -> create(PREFIX + "large", large)))
                .isInstanceOf(StoreException.class);
            assertThat(get(PREFIX + "large", 0)).isEqualTo("nothing");
        }
    }
}
