package mortise.core.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.logging.Logger;
import mortise.api.ApiObject;
import mortise.api.JsonStruct;
import org.junit.jupiter.api.Test;

class StoredBodyTest {

    private static final Logger LOG = Logger.getLogger(StoredBodyTest.class.getName());
    private static final DecodeLimits ANY = new DecodeLimits(DecodeLimits.DEPTH_CEILING, Integer.MAX_VALUE);

    private static Object members(String json) {
        return StoredBody.members(json.getBytes(StandardCharsets.UTF_8), 0);
    }

    private static Object decoded(String json) {
        return JsonDecoder.decode(("{" + json).getBytes(StandardCharsets.UTF_8), ANY).value();
    }

    @Test
    void treesAreThoseOfTheOtherDecoder() {
        long seed = new Random().nextLong();
        LOG.info("seed " + seed);
        var trees = new RandomTrees(seed);
        for (int i = 0; i < 3_000; i++) {
            byte[] json = JsonEncoder.encode(trees.struct(5));
            assertThat(StoredBody.members(json, 1)).isEqualTo(JsonDecoder.decode(json, ANY).value());
        }
    }

    @Test
    void numbersAreThoseOfTheOtherDecoder() {
        for (String number : List.of("0", "-0", "7", "-7", "999999999999999999", "-999999999999999999",
                "1000000000000000000", "9223372036854775807", "-9223372036854775808", "9223372036854775808", "1.5",
                "1e3", "-2E-2", "0.1")) {
            String json = "\"a\":" + number + ",\"b\":[" + number + "]}";
            assertThat(members(json)).as(number).isEqualTo(decoded(json));
        }
    }

    @Test
    void textsAreThoseOfTheOtherDecoder() {
        for (String text : List.of("", "a", "\\u0041", "\\ud83d\\ude00", "\\ud83d", "\u00e9\ud83d\ude00", "\\\\\\\"",
                "\u007f", "x".repeat(100))) {
            String name = text.equals("\\ud83d") ? "a" : text;
            String json = "\"" + name + "\":\"" + text + "\"}";
            assertThat(members(json)).as(text).isEqualTo(decoded(json));
        }
    }

    @Test
    void otherLayoutsAreReadToo() {
        assertThat(members(" \"a\" : [ 1 , { } ] } \n")).isEqualTo(Map.of("a", List.of(1L, Map.of())));
    }

    @Test
    void whatIsNoJsonIsRefusedAsByTheOtherDecoder() {
        for (String json : List.of("", "\"a\"}", "\"a\":}", "\"a\":1", "\"a\":1,}", "\"a\":01}", "\"a\":+1}",
                "\"a\":-}", "\"a\":tru}", "\"a\":[1,]}", "\"a\":[1}", "\"a\":\"\n\"}", "\"a\":\"\\x\"}", "\"a\":1}}",
                "\"a\":\"", "a:1}", "\"a\":" + "[".repeat(2_000))) {
            assertThatThrownBy(() -> members(json)).as(json).isInstanceOf(MalformedBodyException.class)
                    .hasMessage(messageOfTheOther(json));
        }
    }

    private static String messageOfTheOther(String json) {
        try {
            return String.valueOf(decoded(json));
        } catch (MalformedBodyException refused) {
            return String.valueOf(refused.getMessage());
        }
    }

    @Test
    void ownedFieldsStayTextsUntilSomebodyLooks() {
        String fields = "{\"f:metadata\":{\"f:labels\":{\".\":{},\"f:}\":{}}}}";
        String json = "\"metadata\":{\"managedFields\":[{\"fieldsV1\":" + fields + ",\"time\":\"t\"}]},"
                + "\"fieldsV1\":{}}";
        var object = new ApiObject(StoredBody.members(json.getBytes(StandardCharsets.UTF_8), 0));
        assertThat(object.tree().get("fieldsV1")).isNotInstanceOf(JsonStruct.class);
        var struct = (JsonStruct) ((Map<?, ?>) ((List<?>) object.metadata().tree().get("managedFields")).get(0))
                .get("fieldsV1");
        assertThat(struct.json()).asString(StandardCharsets.UTF_8).isEqualTo(fields);
        assertThat(new String(JsonEncoder.encode(object.deepCopy().tree()), StandardCharsets.UTF_8))
                .isEqualTo("{" + json);

        var copy = (JsonStruct) struct.copy();
        copy.put("more", 1L);
        assertThat(copy.json()).isNull();
        assertThat(copy).isNotEqualTo(struct).containsEntry("more", 1L).containsKey("f:metadata");
        assertThat(struct).isEqualTo(struct.copy()).isEqualTo(decoded(fields.substring(1)));
        assertThat(struct).doesNotContainKey("more").hasSize(1);
    }

    private static JsonStruct unread(String struct) {
        String body = "\"metadata\":{\"name\":\"n\"},\"spec\":" + struct + "}";
        return (JsonStruct) StoredBody.unread(body.getBytes(StandardCharsets.UTF_8)).get("spec");
    }

    @Test
    void whatNobodyLooksIntoStaysATextThatSharesNothingThatMayChange() {
        long seed = new Random().nextLong();
        LOG.info("seed " + seed);
        var trees = new RandomTrees(seed);
        for (int i = 0; i < 1_000; i++) {
            Map<String, Object> tree = trees.struct(5);
            String json = new String(JsonEncoder.encode(tree), StandardCharsets.UTF_8);
            JsonStruct struct = unread(json);
            var copy = (JsonStruct) struct.copy();
            assertThat(JsonStruct.areUnread(struct, copy)).isTrue();
            assertThat(JsonEncoder.encode(copy)).asString(StandardCharsets.UTF_8).isEqualTo(json);
            copy.put("more", 1L);
            assertThat(JsonStruct.areUnread(struct, copy)).isFalse();
            assertThat(JsonStruct.isUnread(struct)).isTrue();
            assertThat(struct).isEqualTo(decoded(json.substring(1)));
            assertThat(copy).containsEntry("more", 1L);
            struct.put("other", 2L);
            assertThat(copy).doesNotContainKey("other");
        }
    }

    @Test
    @SuppressWarnings("unchecked") // It is a struct.
    void whoReadsATextOfAStructLeavesItUnreadAndWhoGetsAStructDoesNot() {
        JsonStruct struct = unread("{\"a\":{\"b\":\"c\"},\"d\":[1]}");
        var object = new ApiObject(new LinkedHashMap<>(Map.of("spec", struct)));
        assertThat(object.textAt("spec", "a", "b")).isEqualTo("c");
        assertThat(object.at("spec", "x")).isNull();
        assertThat(object.at("spec")).isSameAs(struct);
        assertThat(JsonStruct.isUnread(struct)).isTrue();
        assertThat(object.at("spec", "d")).isEqualTo(List.of(1L));
        assertThat(JsonStruct.isUnread(struct)).isFalse();
        ((Map<String, Object>) object.at("spec", "a")).put("b", "changed");
        assertThat(JsonEncoder.encode(struct)).asString(StandardCharsets.UTF_8)
                .isEqualTo("{\"a\":{\"b\":\"changed\"},\"d\":[1]}");
    }
}
