package mortise.core.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import mortise.api.ApiException;
import mortise.core.discovery.openapi.SampleKinds;
import mortise.spi.operations.EndpointRequest;
import mortise.spi.operations.EndpointResponse;
import mortise.spi.operations.ServerNames;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OpenApiEndpointTest {

    private final FakeRegistry registry = SampleKinds.registry();
    private final OpenApiEndpoint endpoint =
            new OpenApiEndpoint(registry, ServerNames.of("k8s.io", "kubernetes.io"));

    @Test
    void theAddressInTheIndexMayBeKeptForAYear() {
        EndpointResponse index = get("/openapi/v3");
        assertThat(index.headers()).containsEntry("Cache-Control", "no-cache, private");
        Matcher address = Pattern.compile("\"apis/apps/v1\":\\{\"serverRelativeURL\":\"(/openapi/v3/apis/apps/v1)"
                + "\\?hash=([0-9A-F]+)\"").matcher(text(index));
        assertThat(address.find()).as(text(index)).isTrue();
        EndpointResponse document = endpoint.get(new EndpointRequest(
                address.group(1), Map.of("hash", List.of(address.group(2))), Map.of()));
        assertThat(document.headers()).containsEntry("Cache-Control", "public, immutable, max-age=31536000")
                .containsEntry("ETag", "\"" + address.group(2) + "\"");
    }

    @Test
    void anAddressWithAnOldHashLeadsToTheNewOne() {
        EndpointResponse response = endpoint.get(new EndpointRequest(
                "/openapi/v3/api/v1", Map.of("hash", List.of("0")), Map.of()));
        assertThat(response.status()).isEqualTo(301);
        assertThat(response.headers().get("Location")).matches("/openapi/v3/api/v1\\?hash=[0-9A-F]+");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/openapi/v2", "/openapi/v3", "/openapi/v3/api/v1"})
    void whatTheClientHasAlreadyIsNotSentAgain(String path) {
        String tag = get(path).headers().get("ETag");
        assertThat(tag).matches("\"[0-9A-F]{128}\"");
        EndpointResponse second = get(path, "if-none-match", "\"x\", " + tag);
        assertThat(second.status()).isEqualTo(304);
        assertThat(second.body()).isEmpty();
        assertThat(second.headers()).containsEntry("ETag", tag);
    }

    @Test
    void aClientThatTakesGzipGetsIt() throws Exception {
        EndpointResponse response = get("/openapi/v2", "accept-encoding", "br, gzip;q=0.5");
        assertThat(response.headers()).containsEntry("Content-Encoding", "gzip");
        byte[] plain = new GZIPInputStream(new ByteArrayInputStream(response.body())).readAllBytes();
        assertThat(plain).isEqualTo(get("/openapi/v2", "accept-encoding", "gzip;q=0").body());
        assertThat(get("/openapi/v2").headers()).doesNotContainKey("Content-Encoding")
                .containsEntry("Vary", "Accept, Accept-Encoding");
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/com.github.proto-openapi.spec.v2.v1.0+protobuf",
        "application/com.github.proto-openapi.spec.v2@v1.0+protobuf", "a/b, application/com.github.proto-openapi.spec"
        + ".v2@v1.0+protobuf;q=1, application/json"})
    void theProtobufFormHasTwoNames(String accept) {
        EndpointResponse response = get("/openapi/v2", "accept", accept);
        assertThat(response.contentType()).isEqualTo("application/com.github.proto-openapi.spec.v2.v1.0+protobuf");
        assertThat(text(response)).startsWith("\n\u00032.0");
        assertThat(response.headers().get("ETag")).isNotEqualTo(get("/openapi/v2").headers().get("ETag"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "*/*", "application/*", "application/json", "text/html, */*;q=0.1"})
    void jsonIsWhatMostClientsGet(String accept) {
        assertThat(get("/openapi/v2", "accept", accept).contentType()).isEqualTo("application/json");
        assertThat(text(get("/openapi/v2", "accept", accept))).startsWith("{\"swagger\":\"2.0\",");
        assertThat(text(get("/openapi/v3/apis", "accept", accept))).startsWith("{\"openapi\":\"3.0.0\",");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/openapi/v2", "/openapi/v3", "/openapi/v3/api/v1"})
    void aClientThatAcceptsNothingThatIsThereIsTold(String path) {
        assertThatThrownBy(() -> get(path, "accept", "text/plain"))
                .isInstanceOfSatisfying(ApiException.class, e -> assertThat(e.status().code()).isEqualTo(406));
    }

    @Test
    void aGroupThatAppearsIsDescribedAtOnce() {
        assertThat(get("/openapi/v3/apis/late.example.com/v1").status()).isEqualTo(404);
        String before = get("/openapi/v3").headers().get("ETag");
        registry.serve("late.example.com", "v1", FakeRegistry.reviews());
        assertThat(get("/openapi/v3/apis/late.example.com/v1").status()).isEqualTo(200);
        assertThat(get("/openapi/v3").headers().get("ETag")).isNotEqualTo(before);
        assertThat(text(get("/openapi/v2"))).contains("/apis/late.example.com/v1/reviews");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/openapi/v3/api", "/openapi/v3/apis/apps", "/openapi/v3/version"})
    void whatIsNoResourceIsDescribedAsWell(String path) {
        assertThat(get(path).status()).isEqualTo(200);
        assertThat(text(get(path))).contains("\"operationId\"");
    }

    private EndpointResponse get(String path, String... headers) {
        var all = new HashMap<String, List<String>>();
        for (int i = 0; i < headers.length; i += 2) {
            all.put(headers[i], List.of(headers[i + 1]));
        }
        return endpoint.get(new EndpointRequest(path, Map.of(), all));
    }

    private static String text(EndpointResponse response) {
        return new String(response.body(), StandardCharsets.UTF_8);
    }
}
