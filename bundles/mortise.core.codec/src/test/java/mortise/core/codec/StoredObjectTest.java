package mortise.core.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import mortise.api.ApiObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StoredObjectTest {

    private static final String POD = "{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"a\","
            + "\"namespace\":\"n\",\"uid\":\"u\",\"generation\":1,\"labels\":{\"app\":\"x\",\"tier\":\"\u00e9\\n\"}},"
            + "\"spec\":{\"metadata\":{\"name\":\"other\"}}}";

    @Test
    void theFieldsOfACanonicalObjectAreRead() {
        StoredObject object = read(POD);
        assertThat(object.kind()).isEqualTo("Pod");
        assertThat(object.apiVersion()).isEqualTo("v1");
        assertThat(object.name()).isEqualTo("a");
        assertThat(object.namespace()).isEqualTo("n");
        assertThat(object.uid()).isEqualTo("u");
        assertThat(object.labels()).isEqualTo(Map.of("app", "x", "tier", "\u00e9\n"));
    }

    @Test
    void theBodyHasTheRevisionBehindTheUid() {
        assertThat(text(read(POD).bodyAt(42)))
                .isEqualTo("\"metadata\":{\"name\":\"a\",\"namespace\":\"n\",\"uid\":\"u\",\"resourceVersion\":\"42\","
                        + "\"generation\":1,\"labels\":{\"app\":\"x\",\"tier\":\"\u00e9\\n\"}},"
                        + "\"spec\":{\"metadata\":{\"name\":\"other\"}}}");
        assertThat(text(read(POD).bodyAt(0))).doesNotContain("resourceVersion").startsWith("\"metadata\":{\"name\"");
    }

    @Test
    void theRevisionFindsItsPlaceInEveryMetadata() {
        assertThat(body("{}", 7)).isEqualTo("{\"resourceVersion\":\"7\"}}");
        assertThat(body("{\"generation\":1}", 7)).isEqualTo("{\"resourceVersion\":\"7\",\"generation\":1}}");
        assertThat(body("{\"generateName\":\"a-\"}", 7))
                .isEqualTo("{\"generateName\":\"a-\",\"resourceVersion\":\"7\"}}");
        assertThat(body("{\"name\":\"a\",\"labels\":{\"uid\":\"x\"}}", 7))
                .isEqualTo("{\"name\":\"a\",\"resourceVersion\":\"7\",\"labels\":{\"uid\":\"x\"}}}");
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "{\"apiVersion\":\"v1\",\"kind\":\"P\",\"metadata\":{\"name\":\"a\"}}",
        " { \"kind\" : \"P\" , \"apiVersion\" : \"v1\" , \"metadata\" : { \"name\" : \"a\" } } ",
        "{\"kind\":\"P\",\"apiVersion\":\"v1\",\"metadata\":{ \"name\":\"a\"}}",
        "{\"kind\":\"P\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"a\",\"resourceVersion\":\"9\"}}",
        "{\"kind\":\"P\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"a\",\"selfLink\":\"/x\"}}",
        "{\"kind\":\"P\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"a\",\"creationTimestamp\":null}}",
        "{\"kind\":\"P\",\"apiVersion\":\"v1\",\"metadata\":{\"na\\u006de\":\"a\"}}",
        "{\"kind\":\"\\u0050\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"a\"}}",
        "{\"kind\":\"P\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"a\"}}\n"
    })
    void otherLayoutsAreBroughtIntoTheCanonicalOne(String json) {
        StoredObject object = read(json);
        assertThat(object.kind()).isEqualTo("P");
        assertThat(object.apiVersion()).isEqualTo("v1");
        assertThat(object.name()).isEqualTo("a");
        assertThat(text(object.bodyAt(3))).isEqualTo("\"metadata\":{\"name\":\"a\",\"resourceVersion\":\"3\"}}");
        assertThat(object.metadataLength(3))
                .isEqualTo("\"metadata\":{\"name\":\"a\",\"resourceVersion\":\"3\"}".length());
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "", "null", "[]", "\"x\"", "{", "{\"kind\":\"P\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"a\"}",
        "{\"kind\":\"P\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"a",
        "{\"kind\":\"P\",\"apiVersion\":\"v1\",\"metadata\":",
        "{\"kind\":\"P\",\"apiVersion\":\"v1\",\"metadata\":[]}",
        "{\"kind\":\"P\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":5}}",
        "{\"kind\":\"P\",\"apiVersion\":\"v1\",\"metadata\":{\"labels\":[1]}}", "{\"kind\":\"",
        "{\"kind\":\"P\",\"apiVersion\":\"v1\",\"metadata\":{\"labels\":{\"a\":}}}"
    })
    void whatIsNoObjectIsRefused(String json) {
        assertThatThrownBy(() -> read(json)).isInstanceOf(MalformedBodyException.class);
    }

    @Test
    void whatIsReadEqualsWhatTheTreeSays() {
        long seed = System.nanoTime();
        for (int i = 0; i < 3000; i++) {
            var trees = new RandomTrees(seed + i);
            var object = new ApiObject(trees.object());
            byte[] stored = i % 2 == 0 ? JsonEncoder.encodeStored(object) : JsonEncoder.encode(object.tree());
            StoredObject read = StoredObject.read(stored);
            String name = "seed " + (seed + i);
            assertThat(read.kind()).as(name).isEqualTo(object.kind());
            assertThat(read.name()).as(name).isEqualTo(object.metadata().name());
            assertThat(read.namespace()).as(name).isEqualTo(object.metadata().namespace());
            assertThat(read.uid()).as(name).isEqualTo(object.metadata().uid());
            assertThat(read.labels()).as(name).isEqualTo(object.metadata().labels());
            assertBody(read, object, 1 + new Random(seed + i).nextLong(Long.MAX_VALUE), name);
            assertBody(read, object, 0, name);
        }
    }

    private static void assertBody(StoredObject read, ApiObject object, long revision, String name) {
        byte[] body = read.bodyAt(revision);
        Map<?, ?> expected = (Map<?, ?>) decode(JsonEncoder.encodeStored(object));
        var metadata = new LinkedHashMap<Object, Object>((Map<?, ?>) expected.get("metadata"));
        if (revision != 0) {
            metadata.put("resourceVersion", Long.toString(revision));
        }
        var withoutKind = new LinkedHashMap<Object, Object>(expected);
        withoutKind.put("metadata", metadata);
        withoutKind.remove("kind");
        withoutKind.remove("apiVersion");
        assertThat(decode(("{" + text(body)).getBytes(UTF_8))).as(name).isEqualTo(withoutKind);
        int length = read.metadataLength(revision);
        assertThat(StoredObject.metadataLength(body)).as(name).isEqualTo(length);
        assertThat(decode(("{" + text(Arrays.copyOf(body, length)) + "}").getBytes(UTF_8)))
                .as(name)
                .isEqualTo(Map.of("metadata", metadata));
        for (long other : new long[] {0, 1, 99, Long.MAX_VALUE}) {
            assertThat(text(StoredObject.rebase(body, other))).as(name).isEqualTo(text(read.bodyAt(other)));
        }
    }

    @Test
    void mangledBytesNeverEndInAnythingButARefusal() {
        long seed = System.nanoTime();
        var random = new Random(seed);
        for (int i = 0; i < 5000; i++) {
            byte[] json = Arrays.copyOf(POD.getBytes(UTF_8), 20 + random.nextInt(POD.length()));
            json[random.nextInt(json.length)] = (byte) "{}[]\",:\\n x".charAt(random.nextInt(11));
            try {
                StoredObject read = StoredObject.read(json);
                StoredObject.rebase(read.bodyAt(5), 6);
            } catch (MalformedBodyException expected) {
                assertThat(expected).message().isNotBlank();
            } catch (RuntimeException other) {
                throw new AssertionError("seed " + seed + ", bytes " + new String(json, UTF_8), other);
            }
        }
    }

    @Test
    void whatIsNoBodyIsAProgrammersError() {
        assertThatThrownBy(() -> StoredObject.rebase("{}".getBytes(UTF_8), 1))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> StoredObject.metadataLength(new byte[0])).isInstanceOf(IllegalArgumentException.class);
    }

    private static String body(String metadata, long revision) {
        String body = text(read("{\"kind\":\"P\",\"apiVersion\":\"v1\",\"metadata\":" + metadata + "}")
                .bodyAt(revision));
        return body.substring("\"metadata\":".length());
    }

    private static StoredObject read(String json) {
        return StoredObject.read(json.getBytes(UTF_8));
    }

    private static Object decode(byte[] json) {
        return JsonDecoder.decode(json, DecodeLimits.DEFAULT).value();
    }

    private static String text(byte[] json) {
        return new String(json, UTF_8);
    }
}
