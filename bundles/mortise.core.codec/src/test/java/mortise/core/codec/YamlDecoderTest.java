package mortise.core.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class YamlDecoderTest {

    @Test
    void anObjectIsRead() {
        assertThat(value("kind: ConfigMap\nmetadata: {name: c}\ndata:\n  a: \"1\"\n"
                + "  b: |\n    x\n    y\nl:\n- 1\n- q: w\n"))
                .isEqualTo(Map.of(
                        "kind", "ConfigMap",
                        "metadata", Map.of("name", "c"),
                        "data", Map.of("a", "1", "b", "x\ny\n"),
                        "l", List.of(1L, Map.of("q", "w"))));
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1", "-7, -7", "0x1F, 31", "017, 15", "0b101, 5", "1_000, 1000", "1.5, 1.5", "1e3, 1000", ".5, 0.5",
        "yes, true", "Off, false", "~, null", "null, null", "2001-01-01, \"2001-01-01\"", "1:30, \"1:30\"", "y, \"y\"",
        "10.0.0.1, \"10.0.0.1\"", "089, 89", "-, \"-\"", "1a, \"1a\"", "'\"1\"', \"1\"",
        "!!str 1, \"1\"", "!!float 1, 1",
        "!!binary aGk=, \"hi\"", "100Mi, \"100Mi\"", "99999999999999999999, 100000000000000000000",
        "., \".\"", "+, \"+\""
    })
    void scalarsMeanWhatTheyMeanToKubernetes(String yaml, String json) {
        String wrapped = yaml.equals("-") ? "[ - ]" : yaml;
        assertThat(new String(JsonEncoder.encode(value("a: " + (yaml.equals("-") ? "'-'" : wrapped))), UTF_8))
                .isEqualTo("{\"a\":" + json + "}");
    }

    @Test
    void keysBecomeTexts() {
        assertThat(value("1: a\ntrue: b\n1.5: c\n")).isEqualTo(Map.of("1", "a", "true", "b", "1.5", "c"));
    }

    @Test
    void duplicateKeysAreReportedWithTheirLineAndTheLastOneWins() {
        var decoded = decode("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata:\n  a: \"1\"\n  a: \"2\"\n"
                + "l:\n- - x: 1\n    x: 2\n");
        assertThat(decoded.duplicateFields()).containsExactly("data.a", "l[0][0].x");
        assertThat(decoded.warnings())
                .containsExactly("line 6: key \"a\" already set in map", "line 9: key \"x\" already set in map");
        assertThat(decoded.strictErrors())
                .containsExactly("yaml: unmarshal errors:\n  line 6: key \"a\" already set in map\n"
                        + "  line 9: key \"x\" already set in map");
        assertThat(decoded.value()).extracting("data").isEqualTo(Map.of("a", "2"));
    }

    @Test
    void onlyTheFirstDocumentIsRead() {
        assertThat(value("---\na: 1\n---\nb: 2\n")).isEqualTo(Map.of("a", 1L));
        assertThat(value("")).isNull();
        assertThat(value("# nothing\n")).isNull();
    }

    @Test
    void aliasesAreExpandedToCopies() {
        var tree = (Map<?, ?>) value("a: &x {l: [1]}\nb: *x\nc: {<<: *x, d: 1}\n");
        assertThat(tree.get("b")).isEqualTo(tree.get("a")).isNotSameAs(tree.get("a"));
        assertThat(tree.get("c")).isEqualTo(Map.of("l", List.of(1L), "d", 1L));
    }

    @Test
    void membersWinOverMergedOnesAndEarlierSourcesOverLaterOnes() {
        assertThat(value("<<: [{a: 1, b: 1}, {b: 2, c: 2}]\nc: 3\n"))
                .isEqualTo(new LinkedHashMap<>(Map.of("a", 1L, "b", 1L, "c", 3L)));
        assertThatThrownBy(() -> value("<<: 1\n")).hasMessageContaining("map merge requires map");
    }

    @Test
    void aliasBombsAreRefused() {
        var bomb = new StringBuilder("a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n");
        for (int i = 1; i < 12; i++) {
            bomb.append("a").append(i).append(": &a").append(i)
                    .append(" [").append(("*a" + (i - 1) + " ,").repeat(9)).append("]\n");
        }
        assertThatThrownBy(() -> value(bomb.toString())).hasMessage("yaml: document contains excessive aliasing");
        String texts = "a: &a " + "x".repeat(100_000) + "\nb: [" + "*a ,".repeat(10_000) + "]\n";
        assertThatThrownBy(() -> value(texts)).hasMessage("yaml: document contains excessive aliasing");
    }

    @Test
    void aValueCannotContainItself() {
        assertThatThrownBy(() -> value("a: &a [*a ]\n")).isInstanceOf(MalformedBodyException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "a: [1", "a: b: c", "\tb: 1", "a: .inf", "a: -.inf", "a: .nan", "a: 1e999999", "? [a]\n: 1",
        "null: 1", "a: !!int x",
        "a: !foo [1]", "a: !!java.net.URL [\"x\"]", "a: !!binary \"*\"", "a: *nope",
        "a: \"\\q\"", "a: \u0001", "%YAML 3.0\n--- a", "}"
    })
    void whatJsonCannotSayIsRefused(String yaml) {
        assertThatThrownBy(() -> value(yaml))
                .isInstanceOf(MalformedBodyException.class)
                .hasMessageMatching("(?s)(yaml|json): .+");
    }

    @Test
    void syntaxErrorsAreWordedAsClientsKnowThem() {
        assertThatThrownBy(() -> value("a: [1")).hasMessage("yaml: line 1: did not find expected ',' or ']'");
        assertThatThrownBy(() -> value("{{{")).hasMessage("yaml: line 1: did not find expected node content");
    }

    @Test
    void nestingIsLimitedAndNeverOverflowsTheStack() {
        var limits = new DecodeLimits(DecodeLimits.DEPTH_CEILING, 10_000_000);
        for (String yaml : List.of("[".repeat(100_000), "{a: ".repeat(50_000),
                "- ".repeat(50_000), "? ".repeat(50_000))) {
            assertThatThrownBy(() -> YamlDecoder.decode(yaml.getBytes(UTF_8), limits))
                    .isInstanceOf(MalformedBodyException.class);
        }
        String deepAliases = "a: &a " + "[".repeat(400) + "]".repeat(400)
                + "\nb: " + "[".repeat(400) + "*a " + "]".repeat(400);
        assertThatThrownBy(() -> value(deepAliases)).hasMessageContaining("exceeded max depth");
    }

    @Test
    void longScalarsThatLookLikeNumbersAreTexts() {
        for (String scalar : List.of("1" + ":1".repeat(50_000), "1".repeat(50_000),
                "0x" + "f".repeat(50_000), "1_".repeat(50_000))) {
            assertThat(value("a: " + scalar)).isEqualTo(Map.of("a", scalar));
        }
    }

    @Test
    void loneSurrogatesBecomeReplacementCharacters() {
        assertThat(value("a: \"\\ud800x\"")).isEqualTo(Map.of("a", "\ufffdx"));
    }

    @Test
    void jsonIsYaml() {
        long seed = System.nanoTime();
        for (int i = 0; i < 500; i++) {
            byte[] json = JsonEncoder.encode(new RandomTrees(seed + i).value(4));
            Object expected = JsonDecoder.decode(json, DecodeLimits.DEFAULT).value();
            if (!new String(json, UTF_8).matches("(?s).*[\\x7f\\ufeff\\u0085].*")) {
                // A line before it keeps it from being read as JSON.
                for (String body : List.of(new String(json, UTF_8), "\n" + new String(json, UTF_8))) {
                    assertThat(value(body)).as("seed %d", seed + i).isEqualTo(expected);
                }
            }
        }
    }

    @Test
    void whatOnlyLooksLikeJsonIsReadAsYaml() {
        assertThat(value("{\"a\": 1} # one\n---\nb: 2\n")).isEqualTo(Map.of("a", 1L));
        assertThat(value("{\"a\": 017, b: yes}")).isEqualTo(Map.of("a", 15L, "b", true));
        assertThat(decode("{\"a\": 1,\n\"a\": 2}").warnings())
                .containsExactly("line 2: key \"a\" already set in map");
        assertThatThrownBy(() -> value("{\"a\": \"\u007f\"}")).isInstanceOf(MalformedBodyException.class);
        assertThatThrownBy(() -> value("{\"a\": 1]")).hasMessageStartingWith("yaml: line 1: did not find");
    }

    private static Object value(String yaml) {
        return decode(yaml).value();
    }

    private static Decoded decode(String yaml) {
        return YamlDecoder.decode(yaml.getBytes(UTF_8), DecodeLimits.DEFAULT);
    }

    @Test
    void anEscapeOfMoreThanACharacterIsMalformed() {
        byte[] yaml = "a: \"\\UC00EF0EA\"".getBytes(UTF_8);
        assertThatThrownBy(() -> YamlDecoder.decode(yaml, DecodeLimits.DEFAULT))
                .isInstanceOf(MalformedBodyException.class);
    }
}
