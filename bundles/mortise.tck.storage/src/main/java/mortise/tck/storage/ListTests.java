package mortise.tck.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.List;
import mortise.spi.storage.RangePage;
import mortise.spi.storage.RangeRequest;
import mortise.spi.storage.StoredValue;
import org.junit.jupiter.api.Test;

/** Ranges of keys, in order. */
abstract class ListTests extends StoreTopic {

    ListTests(StoreContract contract) {
        super(contract);
    }

    @Test
    void keysComeInTheOrderOfTheirBytes() {
        // U+FFFD sorts after U+1F680 as a Java text, and before it as UTF-8.
        List<String> ordered = List.of("A", "Z", "a", "a\u0000", "a\u0000b", "a-", "a/b", "aa", "b", "ä", "\uFFFD",
            "\uD83D\uDE80");
        ordered.stream().sorted(Comparator.reverseOrder()).forEach(name -> create(PREFIX + name, "x"));

        assertThat(keys(RangeRequest.ofPrefix(PREFIX))).isEqualTo(ordered.stream().map(PREFIX::concat).toList());
    }

    @Test
    void aPrefixShowsNoKeyOfItsNeighbours() {
        create("/registry/thing", "x");
        create("/registry/things", "x");
        create(PREFIX + "a", "x");
        create("/registry/things0", "x");
        create("/registry/thingsb/a", "x");

        assertThat(keys(RangeRequest.ofPrefix(PREFIX))).containsExactly(PREFIX + "a");
    }

    @Test
    void aRangeHasItsFirstKeyAndNotItsLast() {
        create(PREFIX + "a", "x");
        create(PREFIX + "b", "x");
        create(PREFIX + "c", "x");

        assertThat(keys(new RangeRequest(PREFIX + "a", PREFIX + "c", 0, 0)))
            .containsExactly(PREFIX + "a", PREFIX + "b");
    }

    @Test
    void anEmptyEndMeansNoEnd() {
        create("a", "x");
        create("b", "x");
        create("\uD83D\uDE80", "x");

        assertThat(keys(new RangeRequest("b", "", 0, 0))).containsExactly("b", "\uD83D\uDE80");
        assertThat(keys(RangeRequest.ofPrefix(""))).hasSize(3);
    }

    @Test
    void aListIsAtTheLatestRevisionEvenWhenItsKeysAreOlder() {
        create(PREFIX + "a", "x");
        long latest = create("/registry/others/a", "x");

        RangePage page = store().range(RangeRequest.ofPrefix(PREFIX));

        assertThat(page.revision()).isEqualTo(latest);
        assertThat(page.more()).isFalse();
    }

    private List<String> keys(RangeRequest request) {
        return store().range(request).values().stream().map(StoredValue::key).toList();
    }
}
