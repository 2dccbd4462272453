package mortise.tck.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import mortise.spi.storage.Commit;
import mortise.spi.storage.CommitOutcome;
import mortise.spi.storage.CommitOutcome.Committed;
import mortise.spi.storage.CommitOutcome.Refused;
import org.junit.jupiter.api.Test;

/** Keys that get another value. */
abstract class UpdateTests extends StoreTopic {

    UpdateTests(StoreContract contract) {
        super(contract);
    }

    @Test
    void aNewValueKeepsTheCreateRevision() {
        long created = create(PREFIX + "a", "one");
        long replaced = replace(PREFIX + "a", created, "two");

        assertThat(get(PREFIX + "a", 0)).isEqualTo(PREFIX + "a=two@" + created + "/" + replaced);
    }

    @Test
    void anUpdateThatExpectsAnOlderValueIsRefusedAndShowsTheNewer() {
        long created = create(PREFIX + "a", "one");
        long replaced = replace(PREFIX + "a", created, "two");

        CommitOutcome outcome = commit(Commit.replace(PREFIX + "a", created, bytes("three")));

        assertThat(outcome).isInstanceOf(Refused.class);
        assertThat(((Refused) outcome).current().map(StoreModel::describe))
            .contains(PREFIX + "a=two@" + created + "/" + replaced);
        assertThat(store().currentRevision()).isEqualTo(replaced);
    }

    @Test
    void anUpdateOfAKeyWithoutValueIsRefusedWithNothing() {
        long revision = create(PREFIX + "a", "one");

        CommitOutcome outcome = commit(Commit.replace(PREFIX + "b", revision, bytes("two")));

        assertThat(outcome).isInstanceOf(Refused.class);
        assertThat(((Refused) outcome).current()).isEmpty();
    }

    @Test
    void ofManyUpdatesOfOneValueAtTheSameTimeExactlyOneIsMade() {
        long created = create(PREFIX + "a", "one");
        List<CompletionStage<CommitOutcome>> stages = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            stages.add(store().commit(Commit.replace(PREFIX + "a", created, bytes("from " + i))));
        }

        assertThat(stages.stream().map(StoreTopic::await).filter(Committed.class::isInstance)).hasSize(1);
    }

    @Test
    void updatesOfOneKeyThatFollowEachOtherAreAllMade() {
        long revision = create(PREFIX + "a", "0");
        for (int i = 1; i <= 20; i++) {
            revision = replace(PREFIX + "a", revision, "" + i);
        }

        assertThat(get(PREFIX + "a", 0)).startsWith(PREFIX + "a=20@").endsWith("/" + revision);
    }
}
