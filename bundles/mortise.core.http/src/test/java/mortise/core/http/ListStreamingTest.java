package mortise.core.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import mortise.core.codec.DecodeLimits;
import mortise.core.codec.JsonDecoder;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ListStreamingTest {

    private static final String LARGE = "/api/v1/namespaces/large/configmaps";
    private static final int OBJECTS = 500;
    private static TestServer server;

    @BeforeAll
    static void start() throws Exception {
        server = TestServer.open();
        for (int i = 0; i < OBJECTS; i++) {
            server.configMaps.put("large", "c" + i, "x".repeat(3 * i));
        }
        server.configMaps.put("small", "c", "1");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static Map<?, ?> list(byte[] json) {
        return (Map<?, ?>) JsonDecoder.decode(json, new DecodeLimits(100, 100_000_000)).value();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "?pretty=true"})
    void aLargeListArrivesWhole(String query) throws Exception {
        for (HttpClient.Version version : HttpClient.Version.values()) {
            HttpResponse<byte[]> answer = server.client(version).send(
                    HttpRequest.newBuilder(server.uri(LARGE + query)).build(), HttpResponse.BodyHandlers.ofByteArray());
            assertThat((List<?>) list(answer.body()).get("items")).hasSize(OBJECTS);
            assertThat(answer.headers().firstValue("Content-Length")).isEmpty();
        }
    }

    @Test
    void aSmallListHasALength() throws Exception {
        HttpResponse<String> answer = server.get("/api/v1/namespaces/small/configmaps");
        assertThat(answer.headers().firstValue("Content-Length")).isPresent();
        assertThat(list(answer.body().getBytes(StandardCharsets.UTF_8)).get("kind")).isEqualTo("ConfigMapList");
    }

    @Test
    void onlyLargeAnswersAreCompressed() throws Exception {
        HttpRequest request = HttpRequest.newBuilder(server.uri(LARGE))
                .header("Accept-Encoding", "gzip, deflate").build();
        HttpResponse<byte[]> large = server.client(HttpClient.Version.HTTP_1_1)
                .send(request, HttpResponse.BodyHandlers.ofByteArray());
        assertThat(large.headers().firstValue("Content-Encoding")).hasValue("gzip");
        assertThat(large.headers().firstValue("Vary")).hasValue("Accept-Encoding");
        byte[] plain = new GZIPInputStream(new ByteArrayInputStream(large.body())).readAllBytes();
        assertThat((List<?>) list(plain).get("items")).hasSize(OBJECTS);
        HttpResponse<String> small = server.get("/api/v1/namespaces/small/configmaps", "Accept-Encoding", "gzip");
        assertThat(small.headers().firstValue("Content-Encoding")).isEmpty();
        assertThat(small.headers().firstValue("Content-Length")).isPresent();
        assertThat(server.get(LARGE, "Accept-Encoding", "gzip;q=0").headers().firstValue("Content-Encoding")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Table", "PartialObjectMetadataList"})
    void transformedListsAreValidJson(String as) throws Exception {
        HttpResponse<String> answer = server.get(LARGE, "Accept", "application/json;as=" + as + ";g=meta.k8s.io;v=v1");
        Map<?, ?> list = list(answer.body().getBytes(StandardCharsets.UTF_8));
        assertThat((List<?>) list.get(as.equals("Table") ? "rows" : "items")).hasSize(OBJECTS);
    }

    @Test
    void yamlIsServed() throws Exception {
        HttpResponse<String> answer = server.get("/api/v1/namespaces/small/configmaps", "Accept", "application/yaml");
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/yaml");
        assertThat(answer.body()).contains("kind: ConfigMapList").contains("name: c");
        assertThat(server.get("/api/v1/namespaces/small/configmaps/absent", "Accept", "application/yaml").body())
                .contains("kind: Status");
    }

    @Test
    void aClientThatLeavesInTheMiddleFreesTheServer() throws Exception {
        for (int i = 0; i < 5; i++) {
            try (var socket = server.socket()) {
                socket.getOutputStream().write(("GET " + LARGE + " HTTP/1.1\r\nHost: a\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
                assertThat(socket.getInputStream().read(new byte[100])).isPositive();
            }
        }
        WatchTest.eventually("connections end", () -> server.server.connections() == 0
                || server.server.connections() <= 8);
        assertThat(server.get(LARGE).statusCode()).isEqualTo(200);
    }
}
