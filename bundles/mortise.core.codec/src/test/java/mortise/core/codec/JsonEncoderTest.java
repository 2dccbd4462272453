package mortise.core.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import mortise.api.ApiObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonEncoderTest {

    @ParameterizedTest
    @CsvSource({
        "1.0, 1", "-1.0, -1", "0.0, 0", "-0.0, -0", "1.5, 1.5", "0.1, 0.1", "1e20, 100000000000000000000",
        "1e21, 1e+21", "1.25e21, 1.25e+21", "-1e300, -1e+300", "1e-6, 0.000001", "1e-7, 1e-7", "1.5e-9, 1.5e-9",
        "123456789.125, 123456789.125", "1e23, 1e+23", "2e-3, 0.002", "5e-324, 5e-324",
        "5.684341886080802E-14, 5.684341886080802e-14", "1.7976931348623157E308, 1.7976931348623157e+308"
    })
    void numbersLookAsGoWritesThem(double number, String expected) {
        assertThat(text(JsonEncoder.encode(number))).isEqualTo(expected);
    }

    @Test
    void textsAreEscapedOnlyWhereNeeded() {
        assertThat(text(JsonEncoder.encode("<a href='x'>&\"\\/\n\r\t\b\f\u0001"
                + "\u001f\u007f\u00e9\u2028\u2029\u20ac\ud83d\ude00")))
                .isEqualTo("\"<a href='x'>&\\\"\\\\/\\n\\r\\t\\b\\f"
                + "\\u0001\\u001f\u007f\u00e9\\u2028\\u2029\u20ac\ud83d\ude00\"");
    }

    @Test
    void aTextOfNothingButEscapesTakesNoLongerThanItsLength() {
        // Took a minute when each escape made a new buffer.
        assertTimeout(Duration.ofSeconds(10), () ->
                assertThat(JsonEncoder.encode("\n".repeat(1_000_000))).hasSize(2_000_002));
    }

    @Test
    void loneSurrogatesBecomeReplacementCharacters() {
        assertThat(text(JsonEncoder.encode("a\ud800b\udc00"))).isEqualTo("\"a\ufffdb\ufffd\"");
        assertThat(text(JsonEncoder.encode("\ud800"))).isEqualTo("\"\ufffd\"");
    }

    @Test
    void valuesThatJsonDoesNotHaveAreAProgrammersError() {
        assertThatThrownBy(() -> JsonEncoder.encode(Double.NaN)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> JsonEncoder.encode(List.of('c'))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void decodingReturnsWhatWasEncoded() {
        long seed = System.nanoTime();
        for (int i = 0; i < 3000; i++) {
            Object tree = new RandomTrees(seed + i).value(6);
            byte[] json = JsonEncoder.encode(tree);
            Object decoded = JsonDecoder.decode(json, DecodeLimits.DEFAULT).value();
            assertThat(decoded).as("seed %d", seed + i).isEqualTo(tree);
            assertThat(JsonEncoder.encode(decoded)).as("seed %d", seed + i).isEqualTo(json);
        }
    }

    @Test
    void everyDoubleReadsBackAsItself() {
        long seed = System.nanoTime();
        var random = new Random(seed);
        for (int i = 0; i < 20_000; i++) {
            double number = Double.longBitsToDouble(random.nextLong());
            if (Double.isFinite(number)) {
                Number decoded = (Number) JsonDecoder.decode(JsonEncoder.encode(number), DecodeLimits.DEFAULT).value();
                assertThat(decoded.doubleValue()).as("seed %d", seed).isEqualTo(number);
            }
        }
    }

    @Test
    void prettyJsonIsIndentedByTwoSpacesAndKeepsEmptyOnesCompact() {
        byte[] compact = "{\"a\":1,\"b\":[],\"c\":{},\"d\":[1,{\"e\":\"x,{}\\\":\"}],\"f\":null}".getBytes(UTF_8);
        assertThat(text(JsonEncoder.pretty(compact))).isEqualTo("""
                {
                  "a": 1,
                  "b": [],
                  "c": {},
                  "d": [
                    1,
                    {
                      "e": "x,{}\\":"
                    }
                  ],
                  "f": null
                }""");
        assertThat(JsonEncoder.pretty(JsonEncoder.pretty(compact))).isEqualTo(JsonEncoder.pretty(compact));
    }

    @Test
    void prettyJsonHoldsTheSameTree() {
        long seed = System.nanoTime();
        for (int i = 0; i < 1000; i++) {
            Object tree = new RandomTrees(seed + i).value(6);
            byte[] pretty = JsonEncoder.pretty(JsonEncoder.encode(tree));
            assertThat(JsonDecoder.decode(pretty, DecodeLimits.DEFAULT).value())
                    .as("seed %d", seed + i).isEqualTo(tree);
        }
    }

    @Test
    void prettyJsonOfDeepNestingStaysOfModerateSize() {
        String json = "[".repeat(500) + "1,".repeat(100_000) + "1" + "]".repeat(500);
        assertThat(JsonEncoder.pretty(json.getBytes(UTF_8))).hasSizeLessThan(20_000_000);
    }

    @Test
    void theStoredFormHasItsFieldsInOrder() {
        var metadata = new LinkedHashMap<String, Object>();
        metadata.put("zeta", 1L);
        metadata.put("managedFields", List.of(Map.of("manager", "m")));
        metadata.put("labels", Map.of("b", "2", "a", "1", "c", "3"));
        metadata.put("annotations", Map.of());
        metadata.put("finalizers", new ArrayList<>());
        metadata.put("selfLink", "/x");
        metadata.put("resourceVersion", "12");
        metadata.put("creationTimestamp", null);
        metadata.put("generation", 2L);
        metadata.put("uid", "u");
        metadata.put("namespace", "n");
        metadata.put("name", "x");
        var tree = new LinkedHashMap<String, Object>();
        tree.put("status", new LinkedHashMap<>());
        tree.put("metadata", metadata);
        tree.put("spec", null);
        tree.put("apiVersion", "v1");
        tree.put("kind", "Pod");
        assertThat(text(JsonEncoder.encodeStored(new ApiObject(tree))))
                .isEqualTo("{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"x\",\"namespace\":\"n\","
                        + "\"uid\":\"u\",\"generation\":2,\"labels\":{\"a\":\"1\",\"b\":\"2\",\"c\":\"3\"},"
                        + "\"managedFields\":[{\"manager\":\"m\"}],\"zeta\":1},\"status\":{},\"spec\":null}");
        assertThat(tree).as("the tree is left alone").containsKeys("status", "metadata", "spec").hasSize(5);
    }

    @Test
    void theStoredFormOfAnObjectWithoutMetadataHasAnEmptyOne() {
        assertThat(text(JsonEncoder.encodeStored(new ApiObject(new LinkedHashMap<>()))))
                .isEqualTo("{\"kind\":\"\",\"apiVersion\":\"\",\"metadata\":{}}");
    }

    private static String text(byte[] json) {
        return new String(json, UTF_8);
    }
}
