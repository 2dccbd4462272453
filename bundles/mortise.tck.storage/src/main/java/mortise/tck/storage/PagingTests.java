package mortise.tck.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import mortise.spi.storage.RangePage;
import mortise.spi.storage.RangeRequest;
import mortise.spi.storage.StoredValue;
import org.junit.jupiter.api.Test;

/** Lists in parts that together show one state. */
abstract class PagingTests extends StoreTopic {

    PagingTests(StoreContract contract) {
        super(contract);
    }

    @Test
    void aLimitCutsTheListAndSaysSo() {
        createMany(5);

        RangePage page = store().range(RangeRequest.ofPrefix(PREFIX).withLimit(2));

        assertThat(page.values()).extracting(StoredValue::key).containsExactly(PREFIX + "00", PREFIX + "01");
        assertThat(page.more()).isTrue();
    }

    @Test
    void aLimitOfExactlyAllKeysLeavesNothing() {
        createMany(3);

        RangePage page = store().range(RangeRequest.ofPrefix(PREFIX).withLimit(3));

        assertThat(page.values()).hasSize(3);
        assertThat(page.more()).isFalse();
    }

    @Test
    void keysAfterTheEndOfTheRangeAreNotMore() {
        createMany(2);
        create("/registry/zebras/a", "x");

        assertThat(store().range(RangeRequest.ofPrefix(PREFIX).withLimit(2)).more()).isFalse();
    }

    @Test
    void pagesAtTheRevisionOfTheFirstShowOneStateWhateverIsWrittenMeanwhile() {
        createMany(20);
        List<String> before = list(0);
        List<String> seen = new ArrayList<>();
        RangePage page = store().range(RangeRequest.ofPrefix(PREFIX).withLimit(6));
        long revision = page.revision();
        seen.addAll(StoreModel.describe(page.values()));
        while (page.more()) {
            String next = page.values().get(page.values().size() - 1).key() + "\u0000";
            disturb(seen.size());
            page = store().range(new RangeRequest(next, RangeRequest.ofPrefix(PREFIX).to(), revision, 6));
            assertThat(page.revision()).isEqualTo(revision);
            seen.addAll(StoreModel.describe(page.values()));
        }

        assertThat(seen).isEqualTo(before);
    }

    /** Deletes a key that is still to come, changes another one, and creates a third one in between. */
    private void disturb(int seen) {
        StoredValue gone = store().get(key(seen + 1), 0).orElseThrow();
        delete(gone.key(), gone.modRevision());
        StoredValue changed = store().get(key(18), 0).orElseThrow();
        replace(changed.key(), changed.modRevision(), "changed");
        create(key(18) + "-" + seen, "new");
    }

    private void createMany(int count) {
        for (int i = 0; i < count; i++) {
            create(key(i), "x" + i);
        }
    }

    private static String key(int number) {
        return PREFIX + (number < 10 ? "0" : "") + number;
    }
}
