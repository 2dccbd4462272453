package mortise.tck.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import mortise.spi.storage.FutureRevisionException;
import mortise.spi.storage.RangePage;
import mortise.spi.storage.RangeRequest;
import org.junit.jupiter.api.Test;

/** Reads at exactly one revision of the past. */
abstract class HistoryTests extends StoreTopic {

    HistoryTests(StoreContract contract) {
        super(contract);
    }

    @Test
    void aKeyReadsAtEachRevisionAsItWasThen() {
        long created = create(PREFIX + "a", "one");
        long between = create(PREFIX + "b", "x");
        long replaced = replace(PREFIX + "a", created, "two");
        long deleted = delete(PREFIX + "a", replaced);
        long again = create(PREFIX + "a", "three");

        assertThat(get(PREFIX + "a", 1)).isEqualTo("nothing");
        assertThat(get(PREFIX + "a", created)).isEqualTo(PREFIX + "a=one@" + created + "/" + created);
        assertThat(get(PREFIX + "a", between)).isEqualTo(PREFIX + "a=one@" + created + "/" + created);
        assertThat(get(PREFIX + "a", replaced)).isEqualTo(PREFIX + "a=two@" + created + "/" + replaced);
        assertThat(get(PREFIX + "a", deleted)).isEqualTo("nothing");
        assertThat(get(PREFIX + "a", again)).isEqualTo(PREFIX + "a=three@" + again + "/" + again);
    }

    @Test
    void aListReadsAtEachRevisionAsItWasThen() {
        long first = create(PREFIX + "b", "one");
        long second = create(PREFIX + "a", "one");
        long third = replace(PREFIX + "b", first, "two");
        delete(PREFIX + "a", second);

        assertThat(list(1)).isEmpty();
        assertThat(list(first)).isEqualTo(List.of(PREFIX + "b=one@" + first + "/" + first));
        assertThat(list(second)).isEqualTo(List.of(
            PREFIX + "a=one@" + second + "/" + second, PREFIX + "b=one@" + first + "/" + first));
        assertThat(list(third)).isEqualTo(List.of(
            PREFIX + "a=one@" + second + "/" + second, PREFIX + "b=two@" + first + "/" + third));
        assertThat(list(0)).isEqualTo(List.of(PREFIX + "b=two@" + first + "/" + third));
    }

    @Test
    void aListOfThePastRespectsTheLimit() {
        create(PREFIX + "a", "x");
        long second = create(PREFIX + "b", "x");
        long third = create(PREFIX + "c", "x");
        create(PREFIX + "aa", "x");

        RangePage page = store().range(RangeRequest.ofPrefix(PREFIX).atRevision(third).withLimit(2));

        assertThat(StoreModel.describe(page.values())).hasSize(2)
            .last().isEqualTo(PREFIX + "b=x@" + second + "/" + second);
        assertThat(page.more()).isTrue();
        assertThat(page.revision()).isEqualTo(third);
    }

    @Test
    void aRevisionOfTheFutureIsAnErrorThatNamesTheCurrentOne() {
        long current = create(PREFIX + "a", "x");

        assertThatThrownBy(() -> get(PREFIX + "a", current + 1))
            .isInstanceOfSatisfying(FutureRevisionException.class, e -> assertThat(e.current()).isEqualTo(current));
        assertThatThrownBy(() -> list(current + 1)).isInstanceOf(FutureRevisionException.class);
    }
}
