package mortise.core.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CborTest {

    private static final DecodeLimits LIMITS = DecodeLimits.DEFAULT;

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "{}|a0",
        "{\"kind\":\"a\"}|a1446b696e644161",
        "[1,23,24,255,256,65536,4294967296]|8701171818 18ff190100 1a00010000 1b0000000100000000",
        "[-1,-25,-9223372036854775808]|8320 3818 3b7fffffffffffffff",
        "[true,false,null]|83f5f4f6",
        "1.5|fa3fc00000",
        "0.1|fb3fb999999999999a",
        "\"é\"|42c3a9",
        "[]|80",
    })
    void knownBytes(String json, String hex) {
        byte[] input = json.getBytes(StandardCharsets.UTF_8);
        assertThat(HexFormat.of().formatHex(CborEncoder.encode(input))).isEqualTo(hex.replace(" ", ""));
        assertThat(decode(hex).value()).isEqualTo(JsonDecoder.decode(input, LIMITS).value());
    }

    @Test
    void readsWhatOthersWrite() {
        assertThat(decode("d9d9f7 a1 646b696e64 6161").value()).isEqualTo(Map.of("kind", "a"));
        assertThat(decode("bf 41 61 9f 01 02 ff ff").value()).isEqualTo(Map.of("a", List.of(1L, 2L)));
        assertThat(decode("5f 42 0001 41 02 ff").value()).isEqualTo("\0\u0001\u0002");
        assertThat(decode("83 d6 42 0102 d5 42 fbff d7 41 0a").value()).isEqualTo(List.of("AQI=", "-_8", "0a"));
        assertThat(decode("82 c1 1a 3b9aca00 c0 41 61").value()).isEqualTo(List.of("2001-09-09T01:46:40Z", "a"));
        assertThat(decode("82 f9 3e00 f9 0001").value()).isEqualTo(List.of(1.5, 0x1p-24));
    }

    @Test
    void tellsOfFieldsThatAreThereTwice() {
        assertThat(decode("a1 41 73 82 a0 a2 41 61 01 41 61 02").duplicateFields()).containsExactly("s[1].a");
    }

    @ParameterizedTest
    @CsvSource({"ff,unexpected \"break\" code", "7b7d,unexpected EOF", "'',unexpected EOF", "a1,unexpected EOF",
        "a10102,a name of a field", "1bffffffffffffffff,does not fit", "3bffffffffffffffff,does not fit",
        "f97e00,not finite", "fb7ff0000000000000,not finite", "f7,simple value", "41ff,invalid UTF-8",
        "0000,1 bytes of extraneous data starting at index 1", "9b7fffffffffffffff,unexpected EOF",
        "bb7fffffffffffffff,unexpected EOF", "1c,additional information", "c24101,too large", "5f01ff,another type",
        "9f,unexpected EOF"})
    void refusesWhatIsNoBody(String hex, String message) {
        assertThatThrownBy(() -> decode(hex == null ? "" : hex)).isInstanceOf(MalformedBodyException.class)
                .hasMessageContaining(message);
    }

    @Test
    void refusesWhatIsTooDeepOrTooMuch() {
        byte[] deep = new byte[600];
        Arrays.fill(deep, (byte) 0x81);
        assertThatThrownBy(() -> CborDecoder.decode(deep, LIMITS)).hasMessage("exceeded max depth");
        Arrays.fill(deep, (byte) 0xc6);
        assertThatThrownBy(() -> CborDecoder.decode(deep, LIMITS)).hasMessage("exceeded max depth");
        byte[] many = new byte[CborDecoder.VALUES_MAX + 2];
        Arrays.fill(many, (byte) 0xa0);
        many[0] = (byte) 0x9f;
        assertThatThrownBy(() -> CborDecoder.decode(many, LIMITS)).hasMessageContaining("values");
    }

    @Test
    void opensAnObjectForItems() {
        byte[] open = CborEncoder.openArray("{\"a\":1,\"items\":[]}".getBytes(StandardCharsets.UTF_8), 300);
        assertThat(HexFormat.of().formatHex(open)).isEqualTo("a24161014569" + "74656d73" + "99012c");
        assertThatThrownBy(() -> CborEncoder.openArray("{\"a\":1}".getBytes(StandardCharsets.UTF_8), 1))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void randomTreesComeBack() {
        long first = Long.getLong("mortise.test.seed", System.nanoTime());
        for (long seed = first; seed < first + 2000; seed++) {
            byte[] json = JsonEncoder.encode(new RandomTrees(seed).value(5));
            assertThat(CborDecoder.decode(CborEncoder.encode(json), LIMITS).value()).as("seed %d", seed)
                    .isEqualTo(JsonDecoder.decode(json, LIMITS).value());
        }
    }

    @Test
    void noBytesDoMoreThanBeRefused() {
        long seed = Long.getLong("mortise.test.seed", System.nanoTime());
        var random = new Random(seed);
        int rounds = Integer.getInteger("mortise.test.fuzz", 200_000);
        byte[] body = {};
        for (int i = 0; i < rounds; i++) {
            if (i % 50 == 0) {
                body = CborEncoder.encode(JsonEncoder.encode(new RandomTrees(seed + i).object()));
            }
            byte[] hostile = i % 4 == 0 ? new byte[random.nextInt(40)] : body.clone();
            if (i % 4 == 0) {
                random.nextBytes(hostile);
            }
            for (int change = random.nextInt(4); change > 0 && hostile.length > 0; change--) {
                hostile[random.nextInt(hostile.length)] = (byte) random.nextInt();
            }
            try {
                CborDecoder.decode(hostile, LIMITS);
            } catch (MalformedBodyException refused) {
                assertThat(refused.getMessage()).isNotEmpty();
            } catch (RuntimeException | StackOverflowError broken) {
                throw new AssertionError("seed " + seed + " " + HexFormat.of().formatHex(hostile), broken);
            }
        }
    }

    private static Decoded decode(String hex) {
        return CborDecoder.decode(HexFormat.of().parseHex(hex.replace(" ", "")), LIMITS);
    }
}
