package mortise.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ListSettingTest {

    @Test
    void aTextMayHoldSeveralAndBlanksMeanNothing() {
        assertThat(ListSetting.texts("a, b", "", " c ,,", "a")).containsExactly("a", "b", "c", "a");
        assertThat(ListSetting.distinct("a, b", "a")).containsExactly("a", "b");
        assertThat(ListSetting.texts()).isEmpty();
    }
}
