package mortise.core.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import mortise.core.codec.CborDecoder;
import mortise.core.codec.CborEncoder;
import mortise.core.codec.DecodeLimits;
import mortise.core.codec.JsonDecoder;
import mortise.core.codec.MetaMessages;
import mortise.core.codec.ProtobufDecoder;
import mortise.core.codec.ProtobufEncoder;
import mortise.core.codec.ProtobufEnvelope;
import mortise.core.codec.ProtobufEnvelope.Opened;
import mortise.core.codec.YamlDecoder;
import mortise.spi.group.Field;
import mortise.spi.group.StructType;
import mortise.spi.group.ValueType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class FormatsTest {

    private static final String PROTOBUF = "application/vnd.kubernetes.protobuf";
    private static final DecodeLimits LIMITS = new DecodeLimits(100, 100_000_000);
    private static final AtomicInteger NAMESPACES = new AtomicInteger();
    private static TestServer plain;
    private static TestServer withCbor;

    private final String namespace = "ns-" + NAMESPACES.incrementAndGet();
    private final String path = "/api/v1/namespaces/" + namespace + "/configmaps";
    private TestServer server = plain;

    @BeforeAll
    static void start() throws Exception {
        plain = TestServer.open();
        withCbor = TestServer.open();
        withCbor.plugins.feature("CBORServingAndStorage");
    }

    @AfterAll
    static void stop() {
        plain.close();
        withCbor.close();
    }

    private void put(String name, String data) {
        server.configMaps.put(namespace, name, data);
    }

    private HttpResponse<byte[]> send(String method, String path, byte[] body, String... headers) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(server.uri(path))
                .method(method, HttpRequest.BodyPublishers.ofByteArray(body)).headers(headers).build();
        return server.client(HttpClient.Version.HTTP_1_1).send(request, HttpResponse.BodyHandlers.ofByteArray());
    }

    private HttpResponse<byte[]> get(String path, String accept) throws Exception {
        return send("GET", path, new byte[0], "Accept", accept);
    }

    private static Map<String, Object> open(byte[] body, String kind, StructType type) {
        Opened opened = ProtobufEnvelope.open(body);
        assertThat(opened.kind()).isEqualTo(kind);
        return ProtobufDecoder.decode(body, opened.from(), opened.to(), type, LIMITS);
    }

    private static byte[] configMap(Map<String, Object> more) {
        var tree = new LinkedHashMap<String, Object>(more);
        tree.put("metadata", Map.of("name", "new"));
        return ProtobufEnvelope.wrap("v1", "ConfigMap", ProtobufEncoder.encode(tree, TestTypes.CONFIG_MAP));
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> json(byte[] body) {
        return (Map<String, Object>) JsonDecoder.decode(body, LIMITS).value();
    }

    @ParameterizedTest
    @ValueSource(strings = {PROTOBUF, "application/vnd.service.protobuf"})
    void anObjectInProtobufIsTheSameAsInJson(String mediaType) throws Exception {
        put("a", "1");
        HttpResponse<byte[]> answer = get(path + "/a", mediaType);
        assertThat(answer.headers().firstValue("Content-Type")).hasValue(mediaType);
        assertThat(answer.headers().firstValue("Content-Length")).isPresent();
        Map<String, Object> same = json(get(path + "/a", "application/json").body());
        same.keySet().removeAll(List.of("kind", "apiVersion"));
        assertThat(open(answer.body(), "ConfigMap", TestTypes.CONFIG_MAP)).isEqualTo(same);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 700})
    void aListInProtobufHasTheLengthItSays(int objects) throws Exception {
        for (int i = 0; i < objects; i++) {
            put("c" + i, "x".repeat(i));
        }
        byte[] body = get(path + "?limit=10", PROTOBUF).body();
        Map<String, ?> list = open(body, "ConfigMapList", TestTypes.CONFIG_MAP_LIST);
        Map<String, Object> same = json(get(path + "?limit=10", "application/json").body());
        same.keySet().removeAll(List.of("kind", "apiVersion"));
        if (objects == 0) {
            same.remove("items");
        }
        assertThat(list).isEqualTo(same);
        assertThat(ProtobufEnvelope.open(body).to()).isEqualTo(body.length - 4);
    }

    @Test
    void metadataAloneIsServedInProtobuf() throws Exception {
        put("a", "1");
        StructType type = StructType.of("x", List.of(TestTypes.CONFIG_MAP.fields().get(0)));
        String accept = PROTOBUF + ";as=PartialObjectMetadata;g=meta.k8s.io;v=v1";
        byte[] one = get(path + "/a", accept).body();
        assertThat(ProtobufEnvelope.open(one).apiVersion()).isEqualTo("meta.k8s.io/v1");
        assertThat(open(one, "PartialObjectMetadata", type).get("metadata").toString()).contains("name=a");
        String all = accept.replace("Metadata;", "MetadataList;");
        Map<String, ?> list = open(get(path, all + "," + PROTOBUF).body(), "PartialObjectMetadataList",
                StructType.of("l", List.of(Field.of("items", 2, ValueType.listOf(ValueType.of(type))))));
        assertThat((List<?>) list.get("items")).hasSize(1);
    }

    @Test
    void errorsAndDeletionsAnswerInProtobuf() throws Exception {
        HttpResponse<byte[]> absent = get(path + "/absent", PROTOBUF);
        assertThat(absent.statusCode()).isEqualTo(404);
        assertThat(absent.headers().firstValue("Content-Type")).hasValue(PROTOBUF);
        assertThat(open(absent.body(), "Status", MetaMessages.STATUS)).containsEntry("code", 404L)
                .containsEntry("status", "Failure");
        put("a", "1");
        byte[] options = ProtobufEnvelope.wrap("v1", "DeleteOptions",
                ProtobufEncoder.encode(Map.of("propagationPolicy", "Background"), MetaMessages.DELETE_OPTIONS));
        HttpResponse<byte[]> deleted =
                send("DELETE", path + "/a", options, "Accept", PROTOBUF, "Content-Type", PROTOBUF);
        assertThat(open(deleted.body(), "Status", MetaMessages.STATUS)).containsEntry("status", "Success");
        byte[] wrong = ProtobufEnvelope.wrap("v1", "DeleteOptions",
                ProtobufEncoder.encode(Map.of("propagationPolicy", "Odd"), MetaMessages.DELETE_OPTIONS));
        assertThat(send("DELETE", path + "/a", wrong, "Content-Type", PROTOBUF).statusCode()).isEqualTo(422);
    }

    @Test
    void objectsAreTakenInProtobuf() throws Exception {
        HttpResponse<byte[]> created = send("POST", path, configMap(Map.of("data", Map.of("a", "1"), "binaryData",
                Map.of("b", "AQI="), "immutable", false)), "Content-Type", PROTOBUF);
        assertThat(created.statusCode()).isEqualTo(201);
        assertThat(json(created.body())).containsEntry("data", Map.of("a", "1"))
                .containsEntry("binaryData", Map.of("b", "AQI=")).containsEntry("immutable", false)
                .containsEntry("kind", "ConfigMap").containsEntry("apiVersion", "v1");
        HttpResponse<byte[]> replaced = send("PUT", path + "/new", configMap(Map.of("data", Map.of("z", "9"))),
                "Content-Type", "application/vnd.service.protobuf; charset=utf-8");
        assertThat(json(replaced.body())).containsEntry("data", Map.of("z", "9"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "6b387300|400|(must be of type ConfigMap): empty body (6b387300)",
        "00000000|400|does not appear to be a protobuf message, expected prefix [107 56 115 0] (00000000)",
        "7b7d|400|expected prefix [107 56 115 0] ({})",
        "6b387300 0a0f 0a02 7631 1209 436f6e6669674d6170 1202 0aff|400|cannot be handled as a ConfigMap: unexpected",
        "6b387300 0a09 0a02 7631 1203 506f64 1200|400|Pod in version \"v1\" cannot be handled as a ConfigMap"})
    void brokenProtobufIsRefused(String hex, int code, String message) throws Exception {
        HttpResponse<byte[]> answer = send("POST", path,
                HexFormat.of().parseHex(hex.replace(" ", "")), "Content-Type", PROTOBUF);
        assertThat(answer.statusCode()).isEqualTo(code);
        assertThat(json(answer.body()).get("message").toString()).contains(message);
    }

    @ParameterizedTest
    @EnumSource(HttpClient.Version.class)
    void eventsArriveAsFrames(HttpClient.Version version) throws Exception {
        put("a", "1");
        HttpRequest request = HttpRequest.newBuilder(server.uri(path + "?watch=1"))
                .header("Accept", PROTOBUF + ";stream=watch").build();
        var answer = server.client(version).send(request, HttpResponse.BodyHandlers.ofInputStream());
        assertThat(answer.headers().firstValue("Content-Type")).hasValue(PROTOBUF + ";stream=watch");
        try (var events = new DataInputStream(answer.body())) {
            assertThat(event(events)).isEqualTo(List.of("ADDED", "1"));
            put("a", "2");
            assertThat(event(events)).isEqualTo(List.of("MODIFIED", "2"));
        }
    }

    private static List<?> event(DataInputStream events) throws Exception {
        byte[] frame = events.readNBytes(events.readInt());
        StructType raw = StructType.of("RawExtension", List.of(Field.of("raw", 1, ValueType.BYTES)));
        Map<String, ?> event = ProtobufDecoder.decode(frame, 0, frame.length, StructType.of("WatchEvent", List.of(
                Field.of("type", 1, ValueType.STRING), Field.of("object", 2, ValueType.of(raw)))), LIMITS);
        byte[] object = Base64.getDecoder().decode((String) ((Map<?, ?>) event.get("object")).get("raw"));
        Map<?, ?> data = (Map<?, ?>) open(object, "ConfigMap", TestTypes.CONFIG_MAP).get("data");
        return List.of(event.get("type"), data.get("a"));
    }

    @Test
    void aTableIsNoMessage() throws Exception {
        String table = PROTOBUF + ";as=Table;g=meta.k8s.io;v=v1";
        assertThat(get(path, table).statusCode()).isEqualTo(406);
        assertThat(get(path, table + ",application/json").headers().firstValue("Content-Type"))
                .hasValue("application/json");
    }

    @Test
    void cborIsNotServedUnlessSwitchedOn() throws Exception {
        assertThat(get(path, "application/cbor").statusCode()).isEqualTo(406);
        assertThat(send("POST", path, new byte[] {(byte) 0xa0}, "Content-Type", "application/cbor").statusCode())
                .isEqualTo(415);
    }

    @Test
    void cborIsServedWhenSwitchedOn() throws Exception {
        server = withCbor;
        byte[] body = CborEncoder.encode(
                "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"c\"},\"data\":{\"k\":\"v\"}}"
                        .getBytes(StandardCharsets.UTF_8));
        assertThat(send("POST", path, body, "Content-Type", "application/cbor").statusCode()).isEqualTo(201);
        put("d", "1");
        for (String below : List.of("", "/c", "/absent")) {
            for (String as : List.of("", ";as=Table;g=meta.k8s.io;v=v1")) {
                HttpResponse<byte[]> answer = get(path + below, "application/cbor" + as);
                assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/cbor");
                assertThat(Arrays.copyOf(answer.body(), 3)).isEqualTo(CborEncoder.selfDescribed());
                assertThat(CborDecoder.decode(answer.body(), LIMITS).value())
                        .isEqualTo(json(get(path + below, "application/json" + as).body()));
            }
        }
        assertThat(new String(send("POST", path, new byte[] {(byte) 0xff}, "Content-Type", "application/cbor").body(),
                StandardCharsets.UTF_8)).contains("unable to determine group/version/kind: cbor: unexpected");
    }

    @Test
    void eventsArriveAsItemsOfCbor() throws Exception {
        server = withCbor;
        put("a", "1");
        HttpRequest request = HttpRequest.newBuilder(server.uri(path + "?watch=1&timeoutSeconds=1"))
                .header("Accept", "application/cbor").build();
        var answer = server.client(HttpClient.Version.HTTP_2).send(request, HttpResponse.BodyHandlers.ofByteArray());
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/cbor-seq");
        Map<?, ?> event = (Map<?, ?>) CborDecoder.decode(answer.body(), LIMITS).value();
        assertThat(event.get("type")).isEqualTo("ADDED");
        assertThat(((Map<?, ?>) event.get("object")).get("data")).isEqualTo(Map.of("a", "1"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ";as=Table;g=meta.k8s.io;v=v1", ";as=PartialObjectMetadataList;g=meta.k8s.io;v=v1"})
    void aListInYamlIsTheSameAsInJson(String as) throws Exception {
        for (int objects = 0; objects < 3; objects++) {
            Map<String, Object> same = json(get(path, "application/json" + as).body());
            HttpResponse<byte[]> answer = get(path, "application/yaml" + as);
            assertThat(YamlDecoder.decode(answer.body(), LIMITS).value()).isEqualTo(same);
            put("c" + objects, "a\\n\\n b: - c\\n");
        }
    }
}
