package mortise.core.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class KeysTest {

    private static EtcdSettings settings(String prefix) {
        return new EtcdSettings(List.of("http://127.0.0.1:2379"), "", "", "", Duration.ofSeconds(1),
                Duration.ofSeconds(1), 4, prefix);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/mine/deep", "mine/deep", "//mine//deep/"})
    void keysBeginInEtcdAsTheSettingsSay(String prefix) {
        Keys keys = settings(prefix).keys();
        assertThat(Connection.text(keys.bytes("/registry/pods/a"))).isEqualTo("/mine/deep/pods/a");
        assertThat(keys.text(Connection.bytes("/mine/deep/pods/a"))).isEqualTo("/registry/pods/a");
    }

    @Test
    void whatBeginsOtherwiseIsTheSameInBoth() {
        Keys keys = settings("/mine").keys();
        assertThat(Connection.text(keys.bytes("compact_rev_key"))).isEqualTo("compact_rev_key");
        assertThat(keys.text(Connection.bytes("/other/a"))).isEqualTo("/other/a");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/", "//"})
    void settingsWithoutAPrefixAreRefused(String prefix) {
        assertThatThrownBy(() -> settings(prefix)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("etcd.prefix");
    }
}
