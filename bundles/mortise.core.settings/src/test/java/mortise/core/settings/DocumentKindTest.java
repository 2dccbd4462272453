package mortise.core.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DocumentKindTest {

    private static final DocumentKind KIND = new DocumentKind("Things", List.of("v1", "v1beta1"));
    private static final String HEAD = "apiVersion: apiserver.config.example.com/v1\nkind: Things\n";

    private record Thing(String name, boolean shown, @Nullable Duration timeout, List<String> words, boolean deep) {
    }

    private static List<Thing> read(String text) {
        return KIND.read(text.getBytes(StandardCharsets.UTF_8), 1 << 10, "example.com",
                document -> document.structs("things", DocumentKindTest::thing));
    }

    private static Thing thing(TreeReader thing) {
        return new Thing(thing.text("name"), thing.truth("shown", true), thing.duration("timeout"),
                thing.texts("words"), thing.has("more") && thing.struct("more", more -> more.truth("deep", false)));
    }

    @Test
    void readsFieldsOfEveryType() {
        assertThat(read(HEAD + """
                things:
                - {name: a, shown: false, timeout: 1m30s, words: [x, y], more: {deep: true}}
                - {timeout: -5s}
                """)).containsExactly(
                new Thing("a", false, Duration.ofSeconds(90), List.of("x", "y"), true),
                new Thing("", true, Duration.ofSeconds(-5), List.of(), false));
    }

    @Test
    void readsJsonAndTheOtherVersion() {
        assertThat(read("{\"apiVersion\":\"apiserver.config.example.com/v1beta1\",\"kind\":\"Things\"}")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "apiVersion: a/v1 | Object 'Kind' is missing",
        "kind: Things | Object 'apiVersion' is missing",
        "[] | Object 'Kind' is missing",
        "{kind: Things, apiVersion: v1} | no kind \"Things\" is registered for version \"v1\"",
        "{kind: Other, apiVersion: apiserver.config.example.com/v1} "
                + "| no kind \"Other\" is registered for version \"apiserver.config.example.com/v1\""})
    void refusesOtherDocuments(String text, String message) {
        assertThatIllegalArgumentException().isThrownBy(() -> read(text)).withMessage(message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "other: 1 | strict decoding error: unknown field \"other\"",
        "things: [{nme: a}] | strict decoding error: unknown field \"things[0].nme\"",
        "things: {} | strict decoding error: things must be a list",
        "things: [1] | strict decoding error: things[0] must be an object",
        "things: [{name: 1}] | strict decoding error: things[0].name must be a string",
        "things: [{shown: 1}] | strict decoding error: things[0].shown must be a boolean",
        "things: [{words: [1]}] | strict decoding error: things[0].words[0] must be a string",
        "things: [{timeout: soon}] | strict decoding error: things[0].timeout: time: invalid duration \"soon\"",
        "things: [{more: {x: 1}, y: 1}] "
                + "| strict decoding error: [unknown field \"things[0].more.x\", unknown field \"things[0].y\"]"})
    void saysEverythingThatIsWrongByPath(String text, String message) {
        assertThatIllegalArgumentException().isThrownBy(() -> read(HEAD + text)).withMessage(message);
    }

    @Test
    void refusesFieldsThatStandTwiceAndTextsThatAreTooLong() {
        assertThatIllegalArgumentException().isThrownBy(() -> read(HEAD + "things: []\nthings: []"))
                .withMessageStartingWith("strict decoding error: ").withMessageContaining("things");
        assertThatIllegalArgumentException().isThrownBy(() -> read(HEAD + "#".repeat(1 << 10)));
    }
}
