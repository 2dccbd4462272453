package mortise.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LastUsedTest {

    @Test
    void theEntryThatNobodyUsedForLongestGoes() {
        var map = new LastUsed<String, Integer>(2);
        map.put("a", 1);
        map.put("b", 2);
        map.get("a");
        map.put("c", 3);
        assertThat(map).containsOnlyKeys("a", "c");
    }

    @Test
    void anEntryThatIsPutAgainDrivesNobodyOut() {
        var map = new LastUsed<String, Integer>(2);
        map.put("a", 1);
        map.put("b", 2);
        map.put("b", 3);
        assertThat(map).containsEntry("a", 1).containsEntry("b", 3);
    }
}
