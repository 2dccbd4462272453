package mortise.core.discovery.openapi;

import static mortise.core.discovery.openapi.SampleKinds.at;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Consumer;
import mortise.core.codec.DecodeLimits;
import mortise.core.codec.JsonDecoder;
import mortise.core.discovery.FakeRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OpenApiCatalogTest {

    private static final String SCHEMAS = "#/components/schemas/";

    private final FakeRegistry registry = SampleKinds.registry();
    private final OpenApiCatalog catalog = catalog(registry);

    @Test
    void thereIsADocumentForEachGroupAndVersionAndWhatBelongsToNone() {
        assertThat(catalog.documents().keySet()).containsExactly("api", "api/v1", "apis", "apis/apps", "apis/apps/v1",
                "apis/example.com", "apis/example.com/v1", "version");
    }

    @Test
    void everyReferenceResolves() {
        catalog.documents().forEach((path, document) -> {
            Map<?, ?> tree = json(document);
            Map<?, ?> schemas = (Map<?, ?>) at(tree, "components", "schemas");
            references(tree, reference -> assertThat(schemas.get(reference.substring(SCHEMAS.length())))
                    .as("%s in %s", reference, path).isNotNull());
        });
        Map<?, ?> all = json(catalog.v2());
        references(all, reference -> assertThat(at(all, reference.substring(2).split("/"))).as(reference).isNotNull());
    }

    @Test
    void operationsHaveNamesOfTheirOwn() {
        assertThat(operations(json(catalog.v2()))).doesNotHaveDuplicates().contains(
                "getCodeVersion", "getAPIVersions", "getCoreAPIVersions", "getAppsAPIGroup", "getAppsV1APIResources",
                "listCoreV1NamespacedPod", "createCoreV1NamespacedPod", "deleteCoreV1CollectionNamespacedPod",
                "readCoreV1NamespacedPod", "replaceCoreV1NamespacedPod", "patchCoreV1NamespacedPod",
                "deleteCoreV1NamespacedPod", "listCoreV1PodForAllNamespaces", "watchCoreV1NamespacedPod",
                "watchCoreV1NamespacedPodList", "watchCoreV1PodListForAllNamespaces", "readCoreV1NamespacedPodStatus",
                "patchCoreV1NamespacedPodScale", "createCoreV1NamespacedPodEviction", "readCoreV1NamespacedPodLog",
                "connectCoreV1PostNamespacedPodExec", "connectCoreV1OptionsNamespacedPodProxyWithPath",
                "listAppsV1Tree", "watchAppsV1TreeList", "createExampleComV1Review");
    }

    @Test
    void aKindIsDescribedOnce() {
        var kinds = new ArrayList<Object>();
        ((Map<?, ?>) at(json(catalog.v2()), "definitions")).values().forEach(schema ->
                kinds.addAll((List<?>) Objects.requireNonNullElse(
                        at(schema, "x-kubernetes-group-version-kind"), List.of())));
        assertThat(kinds).doesNotHaveDuplicates().contains(
                Map.of("group", "", "version", "v1", "kind", "PodList"),
                Map.of("group", "policy", "version", "v1", "kind", "Eviction"));
    }

    @Test
    void aTypeIsPreferredToItsNameAlone() {
        var definitions = new Definitions();
        definitions.addOpen(MetaKinds.STATUS.name());
        definitions.add(MetaKinds.STATUS);
        definitions.addOpen(MetaKinds.STATUS.name());
        var written = new TreeMap<String, Object>();
        definitions.write(Dialect.V3, written::put);
        assertThat(at(written, MetaKinds.STATUS.name(), "properties", "reason", "type")).isEqualTo("string");
        assertThat(written).containsKey("io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta");
    }

    @Test
    void whatTheServerSetsByItselfIsTheDefault() {
        Object spec = schema("PodSpec");
        assertThat(schema("Pod")).isEqualTo(Map.of(
                "description", "A pod.",
                "type", "object",
                "properties", Map.of(
                        "apiVersion", Map.of("type", "string", "description", "The apiVersion of it."),
                        "kind", Map.of("type", "string", "description", "The kind of it."),
                        "metadata", Map.of("default", Map.of(), "description", "The metadata of it.", "allOf", List.of(
                                Map.of("$ref", SCHEMAS + "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta"))),
                        "spec", Map.of("description", "The spec of it.", "allOf", List.of(
                                Map.of("$ref", SCHEMAS + "io.k8s.api.core.v1.PodSpec")))),
                "x-kubernetes-group-version-kind", List.of(Map.of("group", "", "version", "v1", "kind", "Pod"))));
        assertThat(at(spec, "properties", "priority")).isEqualTo(Map.of("type", "integer", "format", "int64"));
        assertThat(at(schema("Container"), "properties", "name")).isEqualTo(Map.of("type", "string", "default", ""));
        assertThat(at(schema("Container"), "required")).isEqualTo(List.of("name"));
        assertThat(at(schema("Port"), "properties", "protocol", "default")).isEqualTo("TCP");
        assertThat(at(schema("Port"), "properties", "containerPort", "default")).isEqualTo(0L);
    }

    @Test
    void listsAndMapsSayHowTheyAreMerged() {
        Object properties = at(schema("PodSpec"), "properties");
        assertThat(at(properties, "containers")).isEqualTo(Map.of(
                "type", "array",
                "items", Map.of("default", Map.of(),
                        "allOf", List.of(Map.of("$ref", SCHEMAS + "io.k8s.api.core.v1.Container"))),
                "x-kubernetes-list-type", "map",
                "x-kubernetes-list-map-keys", List.of("name"),
                "x-kubernetes-patch-strategy", "merge,retainKeys",
                "x-kubernetes-patch-merge-key", "name"));
        assertThat(at(properties, "nodeSelector")).isEqualTo(Map.of(
                "type", "object", "x-kubernetes-map-type", "atomic",
                "additionalProperties", Map.of("type", "string", "default", "")));
        assertThat(at(schema("Selector"), "x-kubernetes-map-type")).isEqualTo("atomic");
        assertThat(at(properties, "claim", "x-kubernetes-map-type")).isEqualTo("granular");
        assertThat(at(properties, "selector")).isEqualTo(Map.of("$ref", SCHEMAS + "io.k8s.api.core.v1.Selector"));
        assertThat(at(schema("PodList"), "properties", "items")).isEqualTo(Map.of(
                "type", "array", "description", "The objects.", "items", Map.of("default", Map.of(),
                        "allOf", List.of(Map.of("$ref", SCHEMAS + "io.k8s.api.core.v1.Pod")))));
    }

    @Test
    void valuesThatAreNoStructsHaveDefinitionsOfTheirOwn() {
        Map<?, ?> v3 = (Map<?, ?>) at(json(catalog.documents().get("api/v1")), "components", "schemas");
        Map<?, ?> v2 = (Map<?, ?>) at(json(catalog.v2()), "definitions");
        String quantity = "io.k8s.apimachinery.pkg.api.resource.Quantity";
        String either = "io.k8s.apimachinery.pkg.util.intstr.IntOrString";
        assertThat(at(v2, quantity, "type")).isEqualTo("string");
        assertThat(at(v3, quantity, "oneOf")).isEqualTo(List.of(Map.of("type", "string"), Map.of("type", "number")));
        assertThat(at(v2, either)).asString().contains("format=int-or-string", "type=string");
        assertThat(at(v3, either, "format")).isEqualTo("int-or-string");
        assertThat(at(v3, "io.k8s.apimachinery.pkg.apis.meta.v1.Time", "format")).isEqualTo("date-time");
        assertThat(at(schema("PodSpec"), "properties", "extra", "additionalProperties", "type")).isEqualTo("array");
        assertThat(at(v2, "io.k8s.api.apps.v1.TreeOrArray")).isNotNull();
    }

    @Test
    void theSecondVersionKnowsNoDefaults() {
        String text = new String(catalog.v2().plain(), StandardCharsets.UTF_8);
        assertThat(text).doesNotContain("\"default\":", "\"allOf\":");
        assertThat(at(json(catalog.v2()), "definitions", "io.k8s.api.core.v1.Pod", "properties", "spec")).isEqualTo(
                Map.of("$ref", "#/definitions/io.k8s.api.core.v1.PodSpec", "description", "The spec of it."));
    }

    @Test
    void aKindWithoutFieldsKeepsEveryField() {
        Object document = json(catalog.documents().get("apis/example.com/v1"));
        assertThat(at(document, "components", "schemas", "com.example.v1.Review")).isEqualTo(Map.of(
                "type", "object", "x-kubernetes-preserve-unknown-fields", true, "x-kubernetes-group-version-kind",
                List.of(Map.of("group", "example.com", "version", "v1", "kind", "Review"))));
        assertThat(at(document, "paths", "/apis/example.com/v1/reviews", "post", "requestBody", "content")).asString()
                .contains("application/json").doesNotContain("protobuf");
    }

    @Test
    void aKindWithoutFieldsCanBeListed() {
        OpenApiCatalog other = catalog(new FakeRegistry().serve("example.com", "v1", FakeRegistry.pods()));
        Object schemas = at(json(other.documents().get("apis/example.com/v1")), "components", "schemas");
        assertThat(at(schemas, "com.example.v1.Pod", "x-kubernetes-preserve-unknown-fields")).isEqualTo(true);
        assertThat(at(schemas, "com.example.v1.PodList", "properties", "items", "type")).isEqualTo("array");
    }

    @Test
    void partsWithoutNamesAreWrittenInPlace() {
        OpenApiCatalog other = catalog(registry.serve("tabs.example.com", "v1", SampleKinds.tabs("When.")));
        Object schemas = at(json(other.documents().get("apis/tabs.example.com/v1")), "components", "schemas");
        Map<?, ?> tab = (Map<?, ?>) at(schemas, "com.example.tabs.v1.CronTab");
        assertThat(at(tab, "properties", "spec", "properties", "cron", "description")).isEqualTo("When.");
        assertThat(at(tab, "properties", "specs", "items", "type")).isEqualTo("object");
        assertThat(at(schemas, "com.example.tabs.v1.CronTabList")).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"get", "put", "patch"})
    void subresourcesAreAboutTheirOwnKind(String method) {
        Object operation = at(json(catalog.documents().get("api/v1")), "paths",
                "/api/v1/namespaces/{namespace}/pods/{name}/scale", method);
        assertThat(at(operation, "x-kubernetes-action")).isEqualTo(method);
        assertThat(at(operation, "x-kubernetes-group-version-kind"))
                .isEqualTo(Map.of("group", "autoscaling", "version", "v1", "kind", "Scale"));
        assertThat(at(operation, "responses", "200", "content", "application/json", "schema", "$ref"))
                .isEqualTo(SCHEMAS + "io.k8s.api.autoscaling.v1.Scale");
        assertThat(at(operation, "tags")).isEqualTo(List.of("core_v1"));
    }

    @Test
    void whatCanBeWatchedSaysSo() {
        Object path = at(json(catalog.documents().get("api/v1")), "paths");
        Map<?, ?> content = (Map<?, ?>) at(
                path, "/api/v1/namespaces/{namespace}/pods", "get", "responses", "200", "content");
        assertThat(List.copyOf(content.keySet()))
                .isEqualTo(List.of("application/json", "application/json;stream=watch",
                        "application/vnd.kubernetes.protobuf", "application/vnd.kubernetes.protobuf;stream=watch",
                        "application/yaml"));
        assertThat(at(path, "/api/v1/watch/pods", "get", "x-kubernetes-action")).isEqualTo("watchlist");
        assertThat(at(path, "/api/v1/watch/namespaces/{namespace}/pods/{name}", "get", "x-kubernetes-action"))
                .isEqualTo("watch");
    }

    @Test
    void theProtobufFormSaysTheSame() {
        Map<String, Object> expected = new TreeMap<>();
        json(catalog.v2()).forEach((name, value) -> expected.put((String) name, value));
        assertThat(GnosticReader.document(catalog.v2Protobuf().plain())).isEqualTo(expected);
    }

    @Test
    void whatDidNotChangeIsNotMadeAgain() {
        OpenApiCatalog next = catalog.of(registry.serve("tabs.example.com", "v1", SampleKinds.tabs("")).snapshot());
        assertThat(next.documents().get("api/v1")).isSameAs(catalog.documents().get("api/v1"));
        assertThat(next.documents()).containsKey("apis/tabs.example.com/v1");
        assertThat(next.v2().hash()).isNotEqualTo(catalog.v2().hash());
        assertThat(next.v2Protobuf().hash()).isNotEqualTo(next.v2().hash());
    }

    @Test
    void aHashIsThatOfTheContentOnEveryServer() {
        OpenApiCatalog other = catalog(SampleKinds.registry());
        catalog.documents().forEach((path, document) -> {
            assertThat(other.documents().get(path).hash()).as(path).isEqualTo(document.hash());
            assertThat(other.documents().get(path).gzip()).as(path).isEqualTo(document.gzip());
        });
        assertThat(other.v2().hash()).isEqualTo(catalog.v2().hash());
    }

    @Test
    void anotherDescriptionIsAnotherHash() {
        String path = "apis/tabs.example.com/v1";
        var one = catalog(new FakeRegistry().serve("tabs.example.com", "v1", SampleKinds.tabs("One.")));
        var other = catalog(new FakeRegistry().serve("tabs.example.com", "v1", SampleKinds.tabs("Other.")));
        assertThat(one.documents().get(path).hash()).isNotEqualTo(other.documents().get(path).hash());
    }

    private static OpenApiCatalog catalog(FakeRegistry registry) {
        return OpenApiCatalog.empty("k8s.io", "v0").of(registry.snapshot());
    }

    private Object schema(String kind) {
        return at(json(catalog.documents().get("api/v1")), "components", "schemas", "io.k8s.api.core.v1." + kind);
    }

    private static Map<?, ?> json(Published document) {
        var limits = new DecodeLimits(DecodeLimits.DEFAULT.depthMax(), Integer.MAX_VALUE);
        return (Map<?, ?>) Objects.requireNonNull(JsonDecoder.decode(document.plain(), limits).value());
    }

    private static List<String> operations(Map<?, ?> document) {
        var ids = new ArrayList<String>();
        ((Map<?, ?>) at(document, "paths")).values().forEach(item -> ((Map<?, ?>) item).values().forEach(member -> {
            if (member instanceof Map<?, ?> operation) {
                ids.add((String) operation.get("operationId"));
            }
        }));
        return ids;
    }

    private static void references(Object tree, Consumer<String> listener) {
        if (tree instanceof Map<?, ?> map) {
            if (map.get("$ref") instanceof String reference) {
                listener.accept(reference);
            }
            map.values().forEach(value -> references(value, listener));
        } else if (tree instanceof List<?> list) {
            list.forEach(value -> references(value, listener));
        }
    }
}
