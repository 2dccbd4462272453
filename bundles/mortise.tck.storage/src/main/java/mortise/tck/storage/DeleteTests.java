package mortise.tck.storage;

import static org.assertj.core.api.Assertions.assertThat;

import mortise.spi.storage.Commit;
import mortise.spi.storage.CommitOutcome;
import mortise.spi.storage.CommitOutcome.Refused;
import org.junit.jupiter.api.Test;

/** Keys that lose their value. */
abstract class DeleteTests extends StoreTopic {

    DeleteTests(StoreContract contract) {
        super(contract);
    }

    @Test
    void aDeletedKeyHasNoValueAndTheDeletionHasARevision() {
        long created = create(PREFIX + "a", "one");
        long deleted = delete(PREFIX + "a", created);

        assertThat(deleted).isGreaterThan(created);
        assertThat(store().currentRevision()).isEqualTo(deleted);
        assertThat(get(PREFIX + "a", 0)).isEqualTo("nothing");
        assertThat(list(0)).isEmpty();
    }

    @Test
    void aDeletionThatExpectsAnOlderValueIsRefusedAndShowsTheNewer() {
        long created = create(PREFIX + "a", "one");
        long replaced = replace(PREFIX + "a", created, "two");

        CommitOutcome outcome = commit(Commit.delete(PREFIX + "a", created));

        assertThat(outcome).isInstanceOf(Refused.class);
        assertThat(((Refused) outcome).current().map(StoreModel::describe))
            .contains(PREFIX + "a=two@" + created + "/" + replaced);
        assertThat(list(0)).hasSize(1);
    }

    @Test
    void aKeyThatIsCreatedAgainHasANewCreateRevision() {
        long first = create(PREFIX + "a", "one");
        delete(PREFIX + "a", first);
        long second = create(PREFIX + "a", "two");

        assertThat(get(PREFIX + "a", 0)).isEqualTo(PREFIX + "a=two@" + second + "/" + second);
    }

    @Test
    void deletingTwiceIsRefusedTheSecondTime() {
        long created = create(PREFIX + "a", "one");
        long deleted = delete(PREFIX + "a", created);

        assertThat(commit(Commit.delete(PREFIX + "a", created))).isInstanceOf(Refused.class);
        assertThat(store().currentRevision()).isEqualTo(deleted);
    }

    @Test
    void deletingAKeyThatNeverWasIsRefusedWithNothing() {
        CommitOutcome outcome = commit(Commit.delete(PREFIX + "a", 0));

        assertThat(outcome).isInstanceOf(Refused.class);
        assertThat(((Refused) outcome).current()).isEmpty();
        assertThat(store().currentRevision()).isEqualTo(1);
    }
}
