package mortise.itests.clients;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.kubernetes.client.openapi.ApiClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import okhttp3.Request;
import okhttp3.Response;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What {@code kubectl get} is made of: every kind as a table, in lists, objects and watches. */
class TablesIT {

    private static final String TABLE = "application/json;as=Table;g=meta.k8s.io;v=v1";
    private static final String FACTS = "bundles/mortise.build.schema/src/main/facts/columns.tsv";
    /** Groups whose rows in the facts go by another name than the first part of theirs. */
    private static final Map<String, String> FACT_GROUPS =
            Map.of("", "core", "events", "core", "internal", "apiserverinternal");

    @RegisterExtension
    static final RunningServer SERVER = RunningServer.with("--runtime-config=api/all=true").surrounded();

    private static KubernetesClient fabric8;
    private static ApiClient http;
    private static List<String[]> facts;

    @BeforeAll
    static void connect() throws Exception {
        fabric8 = SERVER.fabric8();
        http = JavaClientObjects.connect(SERVER.server().kubeconfig());
        facts = Files.readAllLines(Path.of(System.getProperty("mortise.root")).resolve(FACTS)).stream()
                .map(line -> line.split("\t", -1)).toList();
    }

    @TestFactory
    Stream<DynamicTest> everyKindHasItsColumns() {
        var objects = new Fabric8Objects(fabric8);
        return Kind.stored(fabric8).stream().map(kind -> DynamicTest.dynamicTest(kind.toString(), () -> {
            JsonNode sample = Samples.of(kind);
            String name = Json.name(sample);
            objects.create(kind, sample);
            JsonNode list = Json.read(get(kind.path()));
            assertThat(columns(list)).containsExactlyElementsOf(expected(kind));
            assertRow(list, name);
            assertThat(columns(Json.read(get(kind.path() + "/" + name)))).isEqualTo(columns(list));
            assertThat(row(Json.read(get(kind.path() + "?includeObject=None")), name, list).path("object").isNull())
                    .as("no object in the row").isTrue();
            JsonNode whole = row(Json.read(get(kind.path() + "?includeObject=Object")), name, list).path("object");
            assertThat(whole.path("kind").asText()).isEqualTo(kind.name());
            assertThat(whole.path("apiVersion").asText()).isEqualTo(kind.apiVersion());
            JsonNode first = Json.read(firstLine(kind.path() + "?watch=1&fieldSelector=metadata.name=" + name));
            assertThat(first.path("type").asText()).isEqualTo("ADDED");
            assertThat(columns(first.path("object"))).isEqualTo(columns(list));
            assertRow(first.path("object"), name);
            objects.delete(kind, name);
            LifeOfAnObject.release(objects, kind, name);
        }));
    }

    private static void assertRow(JsonNode table, String name) {
        JsonNode row = row(table, name, table);
        assertThat(row.path("cells")).as("cells").hasSameSizeAs(table.path("columnDefinitions"));
        assertThat(row.path("object").path("kind").asText()).isEqualTo("PartialObjectMetadata");
        assertThat(row.path("object").has("spec")).as("more than metadata").isFalse();
    }

    /** Returns the row that shows a name in the column that {@code columns} calls Name. */
    private static JsonNode row(JsonNode table, String name, JsonNode columns) {
        List<String> names = columns.path("columnDefinitions").findValuesAsText("name");
        int at = names.indexOf("Name");
        return table.path("rows").valueStream()
                .filter(row -> at < 0 || row.path("cells").path(at).asText().equals(name)).findFirst()
                .orElseThrow(() -> new AssertionError("no row of " + name + " in " + table));
    }

    private static List<String> columns(JsonNode table) {
        return table.path("columnDefinitions").valueStream().map(column -> column.path("name").asText() + " "
                + column.path("type").asText() + " " + column.path("format").asText() + " "
                + column.path("priority").asInt(-1)).toList();
    }

    private static List<String> expected(Kind kind) {
        String part = kind.group().split("\\.")[0];
        String group = FACT_GROUPS.getOrDefault(part, part);
        List<String> expected = facts.stream().filter(fact -> fact[0].equals(group) && fact[1].equals(kind.name()))
                .map(fact -> fact[3] + " " + fact[4] + " " + fact[5] + " " + fact[6]).toList();
        assertThat(expected).as("facts about " + kind).isNotEmpty();
        return expected;
    }

    private static String firstLine(String path) throws IOException {
        try (Response response = call(path)) {
            return response.body().source().readUtf8LineStrict();
        }
    }

    private static Response call(String path) throws IOException {
        var request = new Request.Builder().url(http.getBasePath() + path).header("Accept", TABLE).build();
        return http.getHttpClient().newCall(request).execute();
    }

    private static String get(String path) throws IOException {
        try (Response response = call(path)) {
            String body = response.body().string();
            assertThat(response.code()).as(body).isEqualTo(200);
            return body;
        }
    }
}
