package mortise.authz.rbac;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ShrinkingTest {

    @Test
    void onlyWhatIsNeededIsLeft() {
        List<Integer> all = IntStream.range(0, 1_000).boxed().toList();
        assertThat(Shrinking.smallest(all, some -> some.contains(3) && some.contains(998))).containsExactly(3, 998);
        assertThat(Shrinking.smallest(all, some -> some.size() >= 7)).hasSize(7);
        assertThat(Shrinking.smallest(List.of(), some -> true)).isEmpty();
    }
}
