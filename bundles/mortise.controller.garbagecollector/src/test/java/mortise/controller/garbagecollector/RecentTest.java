package mortise.controller.garbagecollector;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RecentTest {

    @Test
    void whatWasNotedLongestAgoIsForgottenFirst() {
        var recent = new Recent<String>(2);
        assertThat(recent.add("a")).isTrue();
        assertThat(recent.add("b")).isTrue();
        assertThat(recent.add("a")).isFalse();
        assertThat(recent.add("c")).isTrue();
        assertThat(recent.has("a")).isTrue();
        assertThat(recent.has("b")).isFalse();
        assertThat(recent.has("c")).isTrue();
    }
}
