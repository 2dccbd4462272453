package mortise.core.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonDecoderTest {

    @Test
    void everyKindOfValueHasItsJavaType() {
        var tree = decode("{\"t\":\"x\",\"i\":1,\"d\":1.5,\"b\":true,\"n\":null,\"l\":[{}],\"e\":1e3}").value();
        var expected = new LinkedHashMap<String, Object>();
        expected.put("t", "x");
        expected.put("i", 1L);
        expected.put("d", 1.5);
        expected.put("b", true);
        expected.put("n", null);
        expected.put("l", List.of(Map.of()));
        expected.put("e", 1000.0);
        assertThat(tree).isEqualTo(expected);
        assertThat(((Map<?, ?>) tree).keySet()).map(Object::toString)
                .containsExactly("t", "i", "d", "b", "n", "l", "e");
    }

    @ParameterizedTest
    @CsvSource({
        "9223372036854775807, 9223372036854775807",
        "-9223372036854775808, -9223372036854775808",
        "-0, 0",
        "999999999999999999, 999999999999999999"
    })
    void integersThatFitALongAreLongs(String json, long expected) {
        assertThat(decode(json).value()).isEqualTo(expected);
    }

    @Test
    void integersBeyondALongAreDoubles() {
        assertThat(decode("9223372036854775808").value()).isEqualTo(9.223372036854775808e18);
        assertThat(decode("1" + "0".repeat(300)).value()).isEqualTo(1e300);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e999999", "-1e400", "[1e309]"})
    void numbersBeyondADoubleAreRefused(String json) {
        assertThatThrownBy(() -> decode(json))
                .isInstanceOf(MalformedBodyException.class)
                .hasMessageMatching("json: cannot unmarshal number -?1e[0-9]+ into Go value of type float64");
    }

    @Test
    void hugeNumbersAreRefusedWithAShortMessage() {
        for (String json : List.of("9".repeat(900), "9".repeat(1_000_000), "1e" + "9".repeat(500_000))) {
            assertThatThrownBy(() -> decode(json))
                    .isInstanceOf(MalformedBodyException.class)
                    .extracting(Throwable::getMessage)
                    .satisfies(message -> assertThat(message).hasSizeLessThan(300));
        }
    }

    @Test
    void duplicateFieldsAreReportedAtAnyDepthAndTheLastOneWins() {
        var decoded = decode("{\"a\":1,\"a\":2,\"spec\":{\"containers\":[{},{\"name\":1,\"name\":null,\"name\":3}]},"
                + "\"l\":[[{\"x\":1,\"x\":1}]],\"n\":null,\"n\":4}");
        assertThat(decoded.duplicateFields()).containsExactly("a", "spec.containers[1].name", "l[0][0].x", "n");
        assertThat(decoded.value()).extracting("a").isEqualTo(2L);
        assertThat(decoded.warnings()).contains("duplicate field \"spec.containers[1].name\"");
    }

    @Test
    void noMoreThanAHundredDuplicatesAreReported() {
        var json = new StringBuilder("{\"z\":0");
        for (int i = 0; i < 500; i++) {
            json.append(",\"k").append(i).append("\":1,\"k").append(i).append("\":2");
        }
        assertThat(decode(json + "}").duplicateFields()).hasSize(Decoded.DUPLICATES_MAX);
    }

    @Test
    void duplicatesUnderLongNamesCostLittle() {
        String json = "{\"" + "n".repeat(1_000_000) + "\":{\"a\":0" + ",\"a\":1".repeat(200_000) + "}}";
        assertTimeoutPreemptively(Duration.ofSeconds(20), () -> assertThat(decode(json).duplicateFields())
                .singleElement()
                .satisfies(path -> assertThat(path).hasSizeLessThan(1100)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "`` | unexpected end of JSON input",
        "`  ` | unexpected end of JSON input",
        "{bad json | invalid character 'b' looking for beginning of object key string",
        "not json | invalid character 'o' in literal null (expecting 'u')",
        "{} trailing | invalid character 't' after top-level value",
        "{}{} | invalid character '{' after top-level value",
        "1 2 | invalid character '2' after top-level value",
        "{\"a\" | unexpected end of JSON input",
        "{\"a\":1 | unexpected end of JSON input",
        "{\"a\" 1} | invalid character '1' after object key",
        "{\"a\":1 \"b\"} | invalid character '\"' after object key:value pair",
        "{\"a\":1,} | invalid character '}' looking for beginning of object key string",
        "[1 2] | invalid character '2' after array element",
        "[1,] | invalid character ']' looking for beginning of value",
        "[1} | invalid character '}' after array element",
        "{\"a\":1] | invalid character ']' after object key:value pair",
        "'a' | invalid character '\\'' looking for beginning of value",
        "\"a\\q\" | invalid character 'q' in string escape code",
        "\"\\u00g0\" | invalid character 'g' in \\u hexadecimal character escape",
        "-a | invalid character 'a' in numeric literal",
        "1.x | invalid character 'x' after decimal point in numeric literal",
        "1ex | invalid character 'x' in exponent of numeric literal",
        "[01] | invalid character '1' after array element",
        "+1 | invalid character '+' looking for beginning of value",
        "NaN | invalid character 'N' looking for beginning of value",
        "tru | unexpected end of JSON input",
        "// | invalid character '/' looking for beginning of value",
        "\u00fc | invalid character '\u00c3' looking for beginning of value"
    })
    void syntaxErrorsAreWordedAsClientsKnowThem(String json, String message) {
        assertThatThrownBy(() -> decode(json)).isInstanceOf(MalformedBodyException.class).hasMessage(message);
    }

    @Test
    void controlCharactersAreNamedInHexadecimal() {
        assertThatThrownBy(() -> decode("\0")).hasMessage("invalid character '\\x00' looking for beginning of value");
        assertThatThrownBy(() -> decode("\"a\nb\"")).hasMessage("invalid character '\\n' in string literal");
        assertThatThrownBy(() -> decode("{\0\"\0")).isInstanceOf(MalformedBodyException.class);
    }

    @Test
    void otherEncodingsAreRefused() {
        for (var charset : List.of(
                StandardCharsets.UTF_16,
                StandardCharsets.UTF_16LE,
                StandardCharsets.UTF_16BE)) {
            assertThatThrownBy(() -> JsonDecoder.decode("{\"a\":1}".getBytes(charset), DecodeLimits.DEFAULT))
                    .isInstanceOf(MalformedBodyException.class);
        }
    }

    @Test
    void nulInATextIsKept() {
        assertThat(decode("\"a\\u0000b\"").value()).isEqualTo("a\0b");
    }

    @Test
    void loneSurrogatesBecomeReplacementCharacters() {
        assertThat(decode("\"a\\ud800b\"").value()).isEqualTo("a\ufffdb");
        assertThat(decode("\"\\udc00\\ud800\"").value()).isEqualTo("\ufffd\ufffd");
        assertThatThrownBy(() -> decode("{\"\\ud800\":1}")).isInstanceOf(MalformedBodyException.class);
        assertThatThrownBy(() -> decode("{\"\\udfff\":1}")).isInstanceOf(MalformedBodyException.class);
        assertThat(decode("\"\\ud83d\\ude00\"").value()).isEqualTo("\ud83d\ude00");
    }

    @Test
    void invalidUtf8IsReplacedOrRefused() {
        byte[][] bodies = {
            {'"', (byte) 0xFF, '"'}, {'"', (byte) 0xC3, '"'}, {'"', (byte) 0xED, (byte) 0xA0, (byte) 0x80, '"'},
            {'"', (byte) 0xF8, (byte) 0x88, (byte) 0x80, (byte) 0x80, '"'},
            {'"', (byte) 0xC3}, {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF}
        };
        for (byte[] body : bodies) {
            try {
                Object value = JsonDecoder.decode(body, DecodeLimits.DEFAULT).value();
                assertThat(String.valueOf(value)).as(Arrays.toString(body)).contains("\ufffd");
            } catch (MalformedBodyException refused) {
                assertThat(refused).as(Arrays.toString(body)).message().isNotBlank();
            }
        }
    }

    @Test
    void nestingIsLimitedAndNeverOverflowsTheStack() throws Exception {
        var limits = new DecodeLimits(DecodeLimits.DEPTH_CEILING, 10_000_000);
        assertThat(JsonDecoder.decode(nested("[", "]", 1000).getBytes(UTF_8), limits).value()).isNotNull();
        for (String json : List.of(nested("[", "]", 1001), "[".repeat(3_000_000), "{\"a\":".repeat(500_000))) {
            assertThatThrownBy(() -> JsonDecoder.decode(json.getBytes(UTF_8), limits))
                    .isInstanceOf(MalformedBodyException.class)
                    .hasMessage("exceeded max depth");
        }
        assertThatThrownBy(() -> decode(nested("[", "]", 513))).hasMessage("exceeded max depth");
        assertThat(decode(nested("[", "]", 512)).value()).isNotNull();
    }

    @Test
    void tooManyBytesAreRefused() {
        assertThatThrownBy(() -> JsonDecoder.decode("[1,2,3]".getBytes(UTF_8), new DecodeLimits(5, 6)))
                .isInstanceOf(MalformedBodyException.class)
                .hasMessage("Request entity too large: limit is 6");
    }

    @Test
    void fieldNamesThatHashAlikeDoNotSlowDecodingDown() {
        var json = new StringBuilder("{\"x\":0");
        for (int i = 0; i < 1 << 14; i++) {
            // "Aa" and "BB" have the same String hash code, and so have all their sequences.
            json.append(",\"");
            for (int bit = 0; bit < 14; bit++) {
                json.append((i >> bit & 1) == 0 ? "Aa" : "BB");
            }
            json.append("\":1");
        }
        assertThat(((Map<?, ?>) decode(json + "}").value())).hasSize((1 << 14) + 1);
    }

    @Test
    void cutAndMangledBodiesNeverEndInAnythingButARefusal() {
        long seed = System.nanoTime();
        var random = new Random(seed);
        var trees = new RandomTrees(seed);
        for (int i = 0; i < 3000; i++) {
            byte[] json = JsonEncoder.encode(trees.value(5));
            json[random.nextInt(json.length)] = (byte) random.nextInt();
            byte[] body = Arrays.copyOf(json, random.nextInt(json.length + 1));
            try {
                Object value = JsonDecoder.decode(body, DecodeLimits.DEFAULT).value();
                JsonEncoder.encode(value);
            } catch (MalformedBodyException expected) {
                assertThat(expected).as("seed %d", seed).message().isNotBlank();
            } catch (RuntimeException other) {
                throw new AssertionError("seed " + seed + ", body " + new String(body, UTF_8), other);
            }
        }
    }

    private static String nested(String open, String close, int depth) {
        return String.join("", Collections.nCopies(depth, open)) + String.join("", Collections.nCopies(depth, close));
    }

    private static Decoded decode(String json) {
        return JsonDecoder.decode(json.getBytes(UTF_8), DecodeLimits.DEFAULT);
    }
}
