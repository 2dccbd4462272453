package mortise.itests.kinds;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import mortise.core.discovery.openapi.OpenApiCatalog;
import mortise.core.discovery.openapi.Published;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The OpenAPI documents of everything that is built in hold together. */
class OpenApiTest {

    private static final Logger LOG = LoggerFactory.getLogger(OpenApiTest.class);
    private static final String SCHEMAS = "#/components/schemas/";
    private static final String NAMES = "x-kubernetes-group-version-kind";
    private static final OpenApiCatalog CATALOG =
            OpenApiCatalog.empty(Groups.NAMES.apiDomain(), "v1").of(new ServedKinds().snapshot());

    @Test
    void everyReferenceInV3Resolves() {
        CATALOG.documents().forEach((path, document) -> {
            Map<String, @Nullable Object> tree = read("v3 " + path, document);
            Object schemas = at(tree, "components", "schemas");
            strings(tree, "$ref", reference -> assertThat(at(schemas, reference.substring(SCHEMAS.length())))
                    .as("%s in %s", reference, path).isNotNull());
        });
    }

    @Test
    void everyReferenceInV2Resolves() {
        Map<String, @Nullable Object> tree = read("v2", CATALOG.v2());
        strings(tree, "$ref", reference ->
                assertThat(at(tree, reference.substring(2).split("/"))).as(reference).isNotNull());
    }

    @Test
    void theProtobufFormIsMade() {
        long start = System.nanoTime();
        int size = CATALOG.v2Protobuf().plain().length;
        LOG.info("OpenAPI v2 in protobuf: {} KiB in {} ms", size >> 10, (System.nanoTime() - start) / 1_000_000);
        assertThat(size).isPositive();
    }

    @Test
    void operationsHaveNamesOfTheirOwn() {
        CATALOG.documents().forEach((path, document) -> assertThat(names(read("v3 " + path, document))).as(path)
                .doesNotHaveDuplicates());
        assertThat(names(read("v2", CATALOG.v2()))).doesNotHaveDuplicates().hasSizeGreaterThan(Groups.kinds().size());
    }

    @Test
    void everyKindIsDefinedInV3() {
        for (Kind kind : Groups.kinds()) {
            String path = (kind.group().isEmpty() ? "api" : "apis/" + kind.group()) + "/" + kind.version().name();
            assertThat(defined(at(Forms.tree(CATALOG.documents().get(path).plain()), "components", "schemas")))
                    .as(path).contains(name(kind));
        }
    }

    @Test
    void everyKindIsDefinedOnceInV2() {
        List<Object> defined = defined(at(Forms.tree(CATALOG.v2().plain()), "definitions"));
        assertThat(defined).containsAll(Groups.kinds().stream().map(OpenApiTest::name).toList());
        assertThat(defined).doesNotHaveDuplicates();
    }

    @Test
    void everyOperationOnAKindSaysWhichOneAndWhatItDoes() {
        Set<String> nameless = new TreeSet<>();
        operations(Forms.tree(CATALOG.v2().plain()), (path, operation) -> {
            boolean onKind = at(operation, NAMES) != null;
            boolean acts = operation.get("x-kubernetes-action") != null;
            if (onKind != acts || operation.get("responses") == null) {
                nameless.add(path + " " + operation.get("operationId"));
            }
        });
        assertThat(nameless).isEmpty();
    }

    private static Map<String, Object> name(Kind kind) {
        return Map.of("group", kind.group(), "version", kind.version().name(), "kind", kind.resource().kind());
    }

    private static List<Object> defined(@Nullable Object schemas) {
        var names = new ArrayList<Object>();
        if (schemas instanceof Map<?, ?> all) {
            all.values().forEach(schema -> {
                if (at(schema, NAMES) instanceof List<?> list) {
                    names.addAll(list);
                }
            });
        }
        return names;
    }

    private static Map<String, @Nullable Object> read(String what, Published document) {
        long start = System.nanoTime();
        byte[] plain = document.plain();
        LOG.info("OpenAPI {}: {} KiB, {} KiB packed, in {} ms", what, plain.length >> 10, document.gzip().length >> 10,
                (System.nanoTime() - start) / 1_000_000);
        return Forms.tree(plain);
    }

    private static List<String> names(Map<String, @Nullable Object> document) {
        var names = new ArrayList<String>();
        operations(document, (path, operation) -> names.add(String.valueOf(operation.get("operationId"))));
        return names;
    }

    private interface Visit {
        void to(String path, Map<?, ?> operation);
    }

    private static void operations(Map<String, @Nullable Object> document, Visit visit) {
        if (document.get("paths") instanceof Map<?, ?> paths) {
            paths.forEach((path, item) -> ((Map<?, ?>) item).values().forEach(member -> {
                if (member instanceof Map<?, ?> operation) {
                    visit.to((String) path, operation);
                }
            }));
        }
    }

    private static void strings(@Nullable Object tree, String key, Consumer<String> listener) {
        if (tree instanceof Map<?, ?> map) {
            if (map.get(key) instanceof String text) {
                listener.accept(text);
            }
            map.values().forEach(value -> strings(value, key, listener));
        } else if (tree instanceof List<?> list) {
            list.forEach(value -> strings(value, key, listener));
        }
    }

    private static @Nullable Object at(@Nullable Object tree, String... path) {
        Object value = tree;
        for (String step : path) {
            value = value instanceof Map<?, ?> map ? map.get(step) : null;
        }
        return value;
    }
}
