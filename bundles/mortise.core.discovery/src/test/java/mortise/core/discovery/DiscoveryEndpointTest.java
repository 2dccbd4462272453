package mortise.core.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import mortise.api.ApiException;
import mortise.core.codec.DecodeLimits;
import mortise.core.codec.ProtobufDecoder;
import mortise.core.codec.ProtobufEnvelope;
import mortise.core.schema.MetaTypes;
import mortise.spi.operations.EndpointRequest;
import mortise.spi.operations.EndpointResponse;
import mortise.spi.operations.ServerNames;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DiscoveryEndpointTest {

    private static final String AGGREGATED = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

    private final FakeRegistry registry = new FakeRegistry()
            .serve("", "v1", FakeRegistry.pods())
            .serve("example.com", "v1", FakeRegistry.reviews());
    private final DiscoveryEndpoint endpoint =
            new DiscoveryEndpoint(registry, ServerNames.of("k8s.io", "kubernetes.io"));

    @Test
    void theCoreGroupIsAListOfVersions() {
        assertThat(body("/api")).isEqualTo("{\"kind\":\"APIVersions\",\"versions\":[\"v1\"],"
                + "\"serverAddressByClientCIDRs\":[{\"clientCIDR\":\"0.0.0.0/0\",\"serverAddress\":\"\"}]}\n");
    }

    @Test
    void aNamedGroupHasAPreferredVersion() {
        assertThat(body("/apis/example.com")).isEqualTo("{\"kind\":\"APIGroup\",\"apiVersion\":\"v1\","
                + "\"name\":\"example.com\",\"versions\":[{\"groupVersion\":\"example.com/v1\",\"version\":\"v1\"}],"
                + "\"preferredVersion\":{\"groupVersion\":\"example.com/v1\",\"version\":\"v1\"}}\n");
    }

    @Test
    void resourcesAreListedWithTheirSubresources() {
        assertThat(body("/api/v1/")).contains(
                "\"name\":\"pods\"", "\"shortNames\":[\"po\"]", "\"categories\":[\"all\"]",
                "{\"name\":\"pods/status\",\"singularName\":\"\",\"namespaced\":true,\"kind\":\"Pod\","
                + "\"verbs\":[\"get\",\"patch\",\"update\"]}");
    }

    @Test
    void aClientThatPrefersTheAggregatedFormGetsIt() {
        EndpointResponse response = get("/apis", AGGREGATED + ",application/json");
        assertThat(response.contentType()).isEqualTo(AGGREGATED);
        assertThat(text(response))
                .startsWith("{\"kind\":\"APIGroupDiscoveryList\",\"apiVersion\":\"apidiscovery.k8s.io/v2\"")
                .contains("\"name\":\"example.com\"").doesNotContain("\"pods\"");
    }

    @Test
    void theDocumentsAreServedInYamlAndProtobufToo() {
        EndpointResponse yaml = get("/apis/example.com", "application/yaml");
        assertThat(yaml.contentType()).isEqualTo("application/yaml");
        assertThat(text(yaml)).contains("kind: APIGroup\n", "name: example.com\n");
        for (String path : List.of("/api", "/apis", "/apis/example.com", "/api/v1")) {
            EndpointResponse binary = get(path, "application/vnd.kubernetes.protobuf;q=1,application/json");
            assertThat(binary.contentType()).isEqualTo("application/vnd.kubernetes.protobuf");
            ProtobufEnvelope.Opened opened = ProtobufEnvelope.open(binary.body());
            assertThat(opened.kind()).isEqualTo(LegacyDiscovery.kind(path));
            assertThat(ProtobufDecoder.decode(binary.body(), opened.from(), opened.to(),
                    MetaTypes.type(opened.kind()), DecodeLimits.DEFAULT).toString())
                    .contains(path.startsWith("/apis") ? "example.com" : path.equals("/api") ? "v1" : "pods");
        }
    }

    @Test
    void aVersionThatAGroupLacksHasDetails() {
        assertThatThrownBy(() -> get("/apis/example.com/v2", "")).isInstanceOfSatisfying(ApiException.class,
                refusal -> assertThat(refusal.status().details()).isPresent());
    }

    @Test
    void aFormThatDoesNotExistFallsBackToTheNextOne() {
        assertThat(text(get("/apis", AGGREGATED.replace("v=v2", "v=v9") + ",application/json")))
                .contains("\"kind\":\"APIGroupList\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"text/plain", ";", ";;q=1", "q=1;"})
    void aClientThatAcceptsNothingThatIsThereIsTold(String accept) {
        assertThatThrownBy(() -> get("/apis", accept))
                .isInstanceOfSatisfying(ApiException.class, e -> assertThat(e.status().code()).isEqualTo(406));
    }

    @Test
    void whatTheClientHasAlreadyIsNotSentAgain() {
        EndpointResponse first = get("/apis", AGGREGATED);
        String etag = first.headers().get("ETag");
        EndpointResponse second = endpoint.get(new EndpointRequest("/apis", Map.of(),
                Map.of("accept", List.of(AGGREGATED), "if-none-match", List.of(etag))));
        assertThat(second.status()).isEqualTo(304);
        assertThat(second.body()).isEmpty();
        assertThat(second.headers()).containsEntry("ETag", etag).containsEntry("Vary", "Accept");
    }

    @Test
    void aGroupThatAppearsIsSeenAtOnce() {
        assertThat(get("/apis/late.example.com", "").status()).isEqualTo(404);
        registry.serve("late.example.com", "v1", FakeRegistry.reviews());
        assertThat(get("/apis/late.example.com", "").status()).isEqualTo(200);
    }

    @Test
    void anUnknownGroupIsAnUnknownPath() {
        EndpointResponse response = get("/apis/none.example.com", "");
        assertThat(response.status()).isEqualTo(404);
        assertThat(response.contentType()).startsWith("text/plain");
    }

    @Test
    void anUnknownVersionOfAKnownGroupIsToldAsStatus() {
        assertThatThrownBy(() -> get("/apis/example.com/v9", ""))
                .isInstanceOfSatisfying(ApiException.class, e -> assertThat(e.status().code()).isEqualTo(404));
    }

    @Test
    void everyGroupVersionIsDescribedAndTheIndexNamesItByHash() {
        var openApi = new OpenApiEndpoint(registry, ServerNames.of("k8s.io", "kubernetes.io"));
        String index = text(openApi.get(new EndpointRequest("/openapi/v3", Map.of(), Map.of())));
        assertThat(index).containsPattern(
                "\"api/v1\":\\{\"serverRelativeURL\":\"/openapi/v3/api/v1\\?hash=[0-9A-F]+\"");
        EndpointResponse pods = openApi.get(new EndpointRequest("/openapi/v3/api/v1", Map.of(), Map.of()));
        assertThat(text(pods)).contains("\"/api/v1/namespaces/{namespace}/pods/{name}\"", "\"fieldValidation\"",
                "\"io.k8s.api.core.v1.Pod\"");
        EndpointResponse none = openApi.get(new EndpointRequest("/openapi/v3/apis/none/v1", Map.of(), Map.of()));
        assertThat(none.status()).isEqualTo(404);
        assertThat(none.contentType()).isEmpty();
    }

    @Test
    void theVersionIsThatOfTheReleaseTheServerSpeaksLike() {
        String version = text(new VersionEndpoint("0.1.0").get(new EndpointRequest("/version", Map.of(), Map.of())));
        assertThat(version).contains("\"major\":\"1\"", "\"minor\":\"36\"")
                .containsPattern("\"gitVersion\":\"v1\\.36\\.[0-9]+\\+mortise-0\\.1\\.0\"")
                .containsPattern("\"platform\":\"[a-z]+/[a-z0-9]+\"");
    }

    @Test
    void theVersionIsOnlyToldInJson() {
        var request = new EndpointRequest("/version", Map.of(),
                Map.of("accept", List.of("application/vnd.kubernetes.protobuf")));
        assertThatThrownBy(() -> new VersionEndpoint("0.1.0").get(request)).isInstanceOfSatisfying(ApiException.class,
                refused -> assertThat(refused.status().code()).isEqualTo(406));
    }

    private String body(String path) {
        return text(get(path, ""));
    }

    private EndpointResponse get(String path, String accept) {
        var headers = new HashMap<String, List<String>>();
        if (!accept.isEmpty()) {
            headers.put("accept", List.of(accept));
        }
        return endpoint.get(new EndpointRequest(path, Map.of(), headers));
    }

    private static String text(EndpointResponse response) {
        return new String(response.body(), StandardCharsets.UTF_8);
    }
}
