package mortise.core.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LayersTest {

    private static final String PID = "mortise.a";

    @TempDir
    private Path config;

    @Test
    void valuesOfAnyTextReachTheBundlesAsTheyAre() throws IOException {
        String odd = " =a b\\c:\n#\t\r!\u00e4\f ";
        Layers layers = new Layers(new FlagTable(List.of()), config, Map.of(PID, Map.of("odd.key", odd)));

        assertThat(properties(layers, "flags")).containsExactly(Map.entry("mortise.a/odd.key", odd));
    }

    @Test
    void aListTakesTheListAndASingleValueTheOther() throws IOException {
        FlagTable table = new FlagTable(List.of(flag(PID, true), flag("mortise.b", false)));
        Layers layers = new Layers(table, config, Map.of(PID, Map.of("some.file", "given")));

        layers.override("some.file", List.of("one", "two"), "both");

        assertThat(properties(layers, "flags")).containsOnly(
                Map.entry("mortise.a/some.file", "one,two"), Map.entry("mortise.b/some.file", "both"));
        assertThat(layers.given()).isEqualTo(Map.of(PID, Map.of("some.file", "given")));
    }

    private static Flag flag(String pid, boolean list) {
        return new Flag(pid, "some.file", "String", list, "", "", "", List.of(), "");
    }

    private static Properties properties(Layers layers, String layer) throws IOException {
        Properties properties = new Properties();
        properties.load(new StringReader(layers.properties().get("mortise.core.configuration." + layer)));
        return properties;
    }
}
