package mortise.core.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import mortise.spi.group.Field;
import mortise.spi.group.StructType;
import mortise.spi.group.ValueType;
import mortise.spi.group.ValueType.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProtobufTest {

    private static final DecodeLimits LIMITS = DecodeLimits.DEFAULT;
    private static final StructType INNER = StructType.of("Inner", List.of(
            Field.of("a", 1, ValueType.INT32), Field.of("b", 2, ValueType.STRING)));
    /** One field of each kind of value, with the number of its place. */
    private static final StructType ALL = StructType.of("All", List.of(
            Field.of("string", 1, ValueType.STRING),
            Field.of("bool", 2, ValueType.BOOLEAN),
            Field.of("int", 3, ValueType.INT32),
            Field.of("long", 4, ValueType.INT64),
            Field.of("double", 5, ValueType.DOUBLE),
            Field.of("bytes", 6, ValueType.BYTES),
            Field.of("time", 7, ValueType.TIME),
            Field.of("micro", 8, ValueType.MICRO_TIME),
            Field.of("quantity", 9, ValueType.QUANTITY),
            Field.of("either", 10, ValueType.INT_OR_STRING),
            Field.of("json", 11, ValueType.JSON),
            Field.of("inner", 12, ValueType.of(INNER)),
            Field.of("list", 13, ValueType.listOf(ValueType.STRING)),
            Field.of("map", 14, ValueType.mapOf(ValueType.STRING)),
            Field.of("extra", 15, ValueType.mapOf(ValueType.STRINGS)),
            Field.of("orBool", 16, ValueType.alternative(Kind.STRUCT_OR_BOOLEAN, INNER)),
            Field.of("orList", 17, ValueType.alternative(Kind.STRUCT_OR_LIST, INNER)),
            Field.of("orStrings", 18, ValueType.alternative(Kind.STRUCT_OR_STRINGS, INNER)),
            Field.of("numbers", 19, ValueType.listOf(ValueType.INT64)),
            flat("x", 20, 1), flat("y", 20, 2), flat("deep", 20, 3, 1),
            Field.of("self", 21, ValueType.of(new StructType("Lazy", false, () -> self(), name -> "")))));

    private static List<Field> self() {
        return ALL.fields();
    }

    private static Field flat(String name, Integer... wire) {
        return new Field(name, ValueType.STRING, List.of(wire), Field.Presence.UNLESS_EMPTY, false, null, List.of(),
                Field.Merge.USUAL);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "{}|",
        "{\"string\":\"abc\"}|0a03616263",
        "{\"string\":\"\"}|0a00",
        "{\"string\":\"é\\n\"}|0a03c3a90a",
        "{\"bool\":true}|1001",
        "{\"bool\":false}|1000",
        "{\"int\":300}|18ac02",
        "{\"int\":-1}|18ffffffffffffffffff01",
        "{\"long\":9223372036854775807}|20ffffffffffffffff7f",
        "{\"double\":1.5}|29000000000000f83f",
        "{\"bytes\":\"AQI=\"}|32020102",
        "{\"time\":\"2001-09-09T01:46:40Z\"}|3a08088094ebdc031000",
        "{\"micro\":\"1970-01-01T00:00:01.000002Z\"}|42050801 10d00f",
        "{\"quantity\":\"1Gi\"}|4a050a03314769",
        "{\"either\":80}|5206080010501a00",
        "{\"either\":\"http\"}|520a0801100 01a0468747470",
        "{\"json\":{\"a\": [1]}}|5a0c0a0a7b2261223a205b315d7d",
        "{\"json\":\"t\"}|5a050a03227422",
        "{\"json\":-12.5}|5a070a052d31322e35",
        "{\"json\":true}|5a060a0474727565",
        "{\"json\":1 ,\"bool\":true}|5a030a01311001",
        "{\"inner\":{\"a\":1,\"b\":\"c\"}}|62050801120163",
        "{\"inner\":{}}|6200",
        "{\"list\":[\"a\",\"\"]}|6a01616a00",
        "{\"map\":{\"a\":\"1\"}}|72060a0161120131",
        "{\"extra\":{\"a\":[\"1\",\"2\"]}}|7a0b0a016112060a01310a0132",
        "{\"orBool\":false}|8201020800",
        "{\"orBool\":{\"a\":1}}|820106080112020801",
        "{\"orList\":{\"a\":1}}|8a01040a020801",
        "{\"orList\":[{\"a\":1},{}]}|8a0106120208011200",
        "{\"orStrings\":[\"a\"]}|920103120161",
        "{\"numbers\":[1,2]}|980101980102",
        "{\"x\":\"1\",\"y\":\"2\"}|a201060a0131120132",
        "{\"x\":\"1\",\"deep\":\"2\",\"y\":\"3\"}|a2010b0a01311a030a0132120133",
        "{\"x\":\"1\",\"bool\":true,\"y\":\"2\"}|a201030a01311001a20103120132",
    })
    void knownBytes(String json, String hex) {
        byte[] expected = HexFormat.of().parseHex(hex == null ? "" : hex.replace(" ", ""));
        byte[] input = json.getBytes(StandardCharsets.UTF_8);
        assertThat(HexFormat.of().formatHex(ProtobufEncoder.encode(input, ALL)))
                .isEqualTo(HexFormat.of().formatHex(expected));
        assertThat(decode(expected)).isEqualTo(JsonDecoder.decode(input, LIMITS).value());
    }

    @Test
    void leavesOutNullsAndUnknownFields() {
        byte[] json = "{\"kind\":\"K\",\"string\":null,\"other\":{\"a\":[1]},\"list\":[],\"map\":{},\"bool\":true}"
                .getBytes(StandardCharsets.UTF_8);
        assertThat(ProtobufEncoder.encode(json, ALL)).isEqualTo(new byte[] {0x10, 1});
    }

    @Test
    void sortsMapsAndCountsLongTexts() {
        String longText = "x".repeat(300);
        Map<String, Object> unsorted = new LinkedHashMap<>();
        List.of("c", "a", longText, "b").forEach(key -> unsorted.put(key, longText));
        byte[] message = ProtobufEncoder.encode(Map.of("self", Map.of("map", unsorted)), ALL);
        Object self = decode(message).get("self");
        Object map = ((Map<?, ?>) self).get("map");
        assertThat(map).isEqualTo(unsorted);
        assertThat(((Map<?, ?>) map).keySet().toArray()).containsExactly("a", "b", "c", longText);
    }

    @Test
    void putsPiecesTogetherAndPassesOverTheUnknown() {
        // list a, unknown 99 (varint, fixed64, bytes, group, fixed32), map x=1, list b, map y=2, inner a=1, inner b=c,
        // packed numbers, string twice
        byte[] wire = hex("6a0161" + "98060f" + "99060102030405060708" + "9a060161" + "9b0608019b069c069c06"
                + "9d0601020304" + "72060a0178120131" + "6a0162" + "72060a0179120132" + "62020801" + "6203120163"
                + "9a0103010203" + "0a0131" + "0a0132");
        assertThat(decode(wire)).isEqualTo(Map.of("list", List.of("a", "b"), "map", Map.of("x", "1", "y", "2"),
                "inner", Map.of("a", 1L, "b", "c"), "numbers", List.of(1L, 2L, 3L), "string", "2"));
    }

    @Test
    void anEmptyTimeIsNoneAndAnEntryMayLackItsParts() {
        assertThat(decode(hex("3a00" + "4200" + "7200" + "7a030a0161"))).isEqualTo(new HashMap<>() {
            {
                put("time", null);
                put("micro", null);
                put("map", Map.of("", ""));
                put("extra", Map.of("a", List.of()));
            }
        });
    }

    @ParameterizedTest
    @CsvSource({"0a05616263,unexpected EOF", "0a,unexpected EOF", "00,illegal tag 0", "0c,wrong wireType = 4",
        "9c06,end group", "9b06,unexpected EOF", "9f06,illegal wireType 7", "08,wrong wireType = 0",
        "18ffffffffffffffffffff01,integer overflow", "0affffffffffffffffff01,negative length",
        "3a0b08ffffffffffffffff7f1000,unexpected EOF", "3a0a08ffffffffffffffff7f,year outside of range",
        "52020802,impossible IntOrString.Type", "5a040a027b7d5a030a017b,unexpected end of JSON", "62820101,EOF",
        "29000000000000f07f,unsupported value"})
    void refusesWhatIsNoMessage(String hex, String message) {
        assertThatThrownBy(() -> decode(hex(hex))).isInstanceOf(MalformedBodyException.class)
                .hasMessageContaining(message);
    }

    @Test
    void refusesWhatIsTooDeepOrTooMuch() {
        Map<String, Object> nested = Map.of();
        for (int i = 0; i < 600; i++) {
            nested = Map.of("self", nested);
        }
        byte[] tooDeep = ProtobufEncoder.encode(nested, ALL);
        assertThatThrownBy(() -> decode(tooDeep)).hasMessage("exceeded max depth");
        byte[] many = new byte[2 * ProtobufDecoder.VALUES_MAX + 2];
        for (int i = 0; i < many.length; i += 2) {
            many[i] = 0x6a;
        }
        assertThatThrownBy(() -> decode(many)).hasMessageContaining("values");
        assertThatThrownBy(() -> ProtobufDecoder.decode(new byte[9], 0, 9, ALL, new DecodeLimits(5, 8)))
                .hasMessageContaining("too large");
    }

    @Test
    void encodingRefusesValuesOfOtherTypes() {
        for (String json : List.of("{\"string\":1}", "{\"bool\":\"x\"}", "{\"int\":1.5}", "{\"list\":{}}", "[]", "{",
                "{\"map\":[]}", "{\"time\":\"yesterday\"}", "{\"bytes\":\"%\"}", "{\"inner\":7}", "")) {
            assertThatThrownBy(() -> ProtobufEncoder.encode(json.getBytes(StandardCharsets.UTF_8), ALL)).as(json)
                    .isInstanceOf(MalformedBodyException.class);
        }
    }

    @Test
    void aQuantityMayBeANumber() {
        assertThat(decode(ProtobufEncoder.encode(Map.of("quantity", 5L), ALL))).isEqualTo(Map.of("quantity", "5"));
    }

    @Test
    void objectsOfOtherTypesAreEncodedOrRefused() {
        long first = Long.getLong("mortise.test.seed", System.nanoTime());
        int refusals = 0;
        for (long seed = first; seed < first + 3000; seed++) {
            var types = new RandomTypes(seed);
            Map<String, Object> object = types.object(types.struct(3));
            StructType other = types.struct(3);
            try {
                byte[] message = ProtobufEncoder.encode(object, other);
                ProtobufDecoder.decode(message, 0, message.length, other, LIMITS);
            } catch (MalformedBodyException refused) {
                refusals++;
            } catch (RuntimeException broken) {
                throw new AssertionError("seed " + seed, broken);
            }
        }
        assertThat(refusals).as("from seed %d", first).isBetween(1, 2999);
    }

    @Test
    void randomObjectsOfRandomTypesComeBack() {
        long first = Long.getLong("mortise.test.seed", System.nanoTime());
        for (long seed = first; seed < first + 3000; seed++) {
            var types = new RandomTypes(seed);
            StructType type = types.struct(3);
            Map<String, Object> object = types.object(type);
            byte[] message = ProtobufEncoder.encode(object, type);
            assertThat(ProtobufDecoder.decode(message, 0, message.length, type, LIMITS)).as("seed %d", seed)
                    .isEqualTo(JsonDecoder.decode(JsonEncoder.encode(object), LIMITS).value());
        }
    }

    @Test
    void noBytesDoMoreThanBeRefused() {
        long seed = Long.getLong("mortise.test.seed", System.nanoTime());
        var random = new Random(seed);
        int rounds = Integer.getInteger("mortise.test.fuzz", 200_000);
        var types = new RandomTypes(seed);
        StructType type = ALL;
        byte[] message = {};
        for (int i = 0; i < rounds; i++) {
            if (i % 50 == 0) {
                type = types.struct(3);
                message = ProtobufEncoder.encode(types.object(type), type);
            }
            byte[] hostile = i % 4 == 0 ? noise(random) : changed(message, random);
            try {
                ProtobufDecoder.decode(hostile, 0, hostile.length, i % 3 == 0 ? ALL : type, LIMITS);
            } catch (MalformedBodyException refused) {
                assertThat(refused.getMessage()).isNotEmpty();
            } catch (RuntimeException | StackOverflowError broken) {
                throw new AssertionError("seed " + seed + " " + HexFormat.of().formatHex(hostile), broken);
            }
        }
    }

    private static byte[] noise(Random random) {
        byte[] bytes = new byte[random.nextInt(40)];
        random.nextBytes(bytes);
        return bytes;
    }

    private static byte[] changed(byte[] message, Random random) {
        byte[] bytes = Arrays.copyOf(message, random.nextInt(8) == 0 ? random.nextInt(message.length + 9)
                : message.length);
        for (int i = random.nextInt(4); i > 0 && bytes.length > 0; i--) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
        }
        return bytes;
    }

    private static Map<String, Object> decode(byte[] bytes) {
        return ProtobufDecoder.decode(bytes, 0, bytes.length, ALL, LIMITS);
    }

    private static byte[] hex(String hex) {
        return HexFormat.of().parseHex(hex);
    }
}
