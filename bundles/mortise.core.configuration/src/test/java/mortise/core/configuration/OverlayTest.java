package mortise.core.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Dictionary;
import java.util.Hashtable;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OverlayTest {

    private final Overlay overlay = new Overlay("mortise.a/port=7443\n", "mortise.a/port=1\nmortise.a/dir=/data\n",
            "mortise.a/modes=\n");

    @Test
    void aFlagWinsOverAFileAndAFileOverADefault() {
        Dictionary<String, Object> properties = properties("mortise.a", Map.of("port", "6443", "dir", "/mine"));

        overlay.modifyConfiguration(null, properties);

        assertThat(properties.get("port")).isEqualTo("7443");
        assertThat(properties.get("dir")).isEqualTo("/mine");
    }

    @Test
    void aDefaultFillsAKeyThatNothingSets() {
        Dictionary<String, Object> properties = properties("mortise.a", Map.of());

        overlay.modifyConfiguration(null, properties);

        assertThat(properties.get("dir")).isEqualTo("/data");
    }

    @Test
    void aListBecomesAnArrayWhereverItsTextCameFrom() {
        Dictionary<String, Object> properties = properties("mortise.a", Map.of("modes", " Node , RBAC "));

        overlay.modifyConfiguration(null, properties);

        assertThat((String[]) properties.get("modes")).containsExactly("Node", "RBAC");
    }

    @Test
    void otherComponentsAreLeftAlone() {
        Dictionary<String, Object> properties = properties("mortise.b", Map.of("port", "1", "modes", "a,b"));

        overlay.modifyConfiguration(null, properties);

        assertThat(properties.get("port")).isEqualTo("1");
        assertThat(properties.get("modes")).isEqualTo("a,b");
        assertThat(properties.get("dir")).isNull();
    }

    @Test
    void whatIsSaidByFlagsOrDefaultsIsConfiguredWithoutAFile() {
        assertThat(overlay.configuredPids()).containsExactly("mortise.a");
        assertThat(new Overlay(null, null, "mortise.a/modes=").configuredPids()).isEmpty();
    }

    private static Dictionary<String, Object> properties(String pid, Map<String, String> values) {
        Hashtable<String, Object> properties = new Hashtable<>(values);
        properties.put("service.pid", pid);
        return properties;
    }
}
