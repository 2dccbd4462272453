package mortise.itests.clients;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.kubernetes.client.openapi.ApiClient;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import okhttp3.MediaType;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A server whose groups end in another domain: nothing it says names a group of the default domain. */
class ApiDomainIT {

    private static final String DOMAIN = "example.org";
    private static final String FORBIDDEN = "k8s.io";
    private static final String TABLE = "application/json;as=Table;g=meta." + DOMAIN + ";v=v1";

    // The controller of flow schemas writes to them, too, while they are compared here.
    @RegisterExtension
    static final RunningServer SERVER = RunningServer.with(
            "--api-domain=" + DOMAIN, "--runtime-config=api/all=true", "--controllers=*,-priority-and-fairness")
            .surrounded();

    private static KubernetesClient fabric8;
    private static ApiClient http;
    private static List<Kind> kinds;

    @BeforeAll
    static void connect() throws Exception {
        fabric8 = SERVER.fabric8();
        http = JavaClientObjects.connect(SERVER.server().kubeconfig());
        kinds = Kind.stored(fabric8);
    }

    @Test
    void discoveryNamesTheDomain() throws Exception {
        assertThat(fabric8.raw("/apis")).contains("coordination." + DOMAIN).doesNotContain(FORBIDDEN);
        assertThat(get("/apis", "application/json;g=apidiscovery." + DOMAIN + ";v=v2;as=APIGroupDiscoveryList"))
                .contains("coordination." + DOMAIN).doesNotContain("." + FORBIDDEN + "\"");
        for (Kind kind : kinds) {
            assertThat(kind.group()).doesNotContain(FORBIDDEN);
            String path = kind.group().isEmpty() ? "/api/" : "/apis/";
            assertThat(fabric8.raw(path + kind.apiVersion())).as(path + kind.apiVersion()).doesNotContain(FORBIDDEN);
        }
    }

    @TestFactory
    Stream<DynamicTest> groupsOfTheDomainWork() {
        var objects = new Fabric8Objects(fabric8);
        return ofTheDomain().map(kind -> DynamicTest.dynamicTest(kind.toString(), () -> {
            JsonNode sample = Samples.of(kind, DOMAIN);
            String name = Json.name(sample);
            JsonNode created = objects.create(kind, sample);
            assertThat(Json.missing(sample, created)).as("of the sample in the answer to create").isEmpty();
            assertThat(created.toString()).doesNotContain("." + FORBIDDEN + "/v");
            assertThat(objects.list(kind).path("apiVersion").asText()).isEqualTo(kind.apiVersion());
            JsonNode table = Json.read(get(kind.path(), TABLE));
            assertThat(table.path("kind").asText()).isEqualTo("Table");
            assertThat(table.path("apiVersion").asText()).isEqualTo("meta." + DOMAIN + "/v1");
            assertThat(table.path("columnDefinitions")).isNotEmpty();
            assertThat(table.path("rows").findValuesAsText("name")).as("names of the rows").contains(name);
            objects.delete(kind, name);
            LifeOfAnObject.release(objects, kind, name);
        }));
    }

    @TestFactory
    Stream<DynamicTest> objectsOfTheDomainLive() {
        var objects = new Fabric8Objects(fabric8);
        return kinds.stream().map(kind -> DynamicTest.dynamicTest(kind.toString(),
                () -> new LifeOfAnObject(objects, kind, Samples.of(kind, DOMAIN)).run()));
    }

    @TestFactory
    Stream<DynamicTest> objectsOfTheDomainAreApplied() {
        var objects = new Fabric8Objects(fabric8);
        return kinds.stream().map(kind -> DynamicTest.dynamicTest(kind.toString(), () -> {
            JsonNode sample = Samples.of(kind, DOMAIN);
            String name = Json.name(sample);
            JsonNode applied = apply(kind, sample);
            assertThat(Json.missing(sample, applied)).as("of the sample in the answer to apply").isEmpty();
            assertThat(applied.path("metadata").path("managedFields").toString()).contains("\"domain\"")
                    .doesNotContain(FORBIDDEN + "/v");
            assertThat(Json.version(apply(kind, sample))).as("version after the same again")
                    .isEqualTo(Json.version(objects.get(kind, name).orElseThrow()));
            objects.delete(kind, name);
            LifeOfAnObject.release(objects, kind, name);
        }));
    }

    @Test
    void warningsNameTheDomain() throws Exception {
        String path = "/apis/networking." + DOMAIN + "/v1beta1/servicecidrs";
        try (Response response = call(new Request.Builder().url(http.getBasePath() + path).build())) {
            assertThat(response.headers("Warning")).singleElement().asString()
                    .contains("networking." + DOMAIN + "/v1beta1 ServiceCIDR is deprecated").doesNotContain(FORBIDDEN);
        }
    }

    @TestFactory
    Stream<DynamicTest> openApiNamesTheDomain() {
        JsonNode paths = Json.read(fabric8.raw("/openapi/v3")).path("paths");
        assertThat(paths.toString()).contains("apis/coordination." + DOMAIN).doesNotContain(FORBIDDEN);
        return paths.properties().stream().map(entry -> DynamicTest.dynamicTest(entry.getKey(), () -> {
            String text = fabric8.raw(entry.getValue().path("serverRelativeURL").asText());
            JsonNode document = Json.read(text);
            document.path("paths").fieldNames().forEachRemaining(path -> assertThat(path).doesNotContain(FORBIDDEN));
            List<String> groups = document.findValues("x-kubernetes-group-version-kind").stream()
                    .flatMap(JsonNode::valueStream).map(kind -> kind.path("group").asText()).distinct().toList();
            assertThat(groups).noneMatch(group -> group.contains(FORBIDDEN));
        }));
    }

    private static Stream<Kind> ofTheDomain() {
        return kinds.stream().filter(kind -> kind.group().endsWith("." + DOMAIN));
    }

    private static JsonNode apply(Kind kind, JsonNode object) throws IOException {
        String url = http.getBasePath() + kind.path() + "/" + Json.name(object) + "?fieldManager=domain&force=true";
        var body = RequestBody.create(object.toString(), MediaType.get("application/apply-patch+yaml"));
        try (Response response = call(new Request.Builder().url(url).patch(body).build())) {
            String text = response.body().string();
            assertThat(response.code()).as(text).isIn(200, 201);
            return Json.read(text);
        }
    }

    private static String get(String path, String accept) throws IOException {
        var request = new Request.Builder().url(http.getBasePath() + path).header("Accept", accept).build();
        try (Response response = call(request)) {
            String body = response.body().string();
            assertThat(response.code()).as(body).isEqualTo(200);
            return body;
        }
    }

    private static Response call(Request request) throws IOException {
        return http.getHttpClient().newCall(request).execute();
    }
}
