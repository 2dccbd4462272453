package mortise.core.schema;

import static mortise.core.schema.Trees.list;
import static mortise.core.schema.Trees.sample;
import static mortise.core.schema.Trees.struct;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.JsonStruct;
import mortise.spi.group.Field;
import mortise.spi.group.StructType;
import mortise.spi.group.ValueType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TypedSchemaTest {

    private final TypedSchema schema = new TypedSchema(SampleTypes.SAMPLE, Map.of(
            "core.v1.Container", container -> container.putIfAbsent("args", list("a")),
            "core.v1.ResourceRequirements", resources -> {
                if (resources.get("limits") instanceof Map<?, ?> limits) {
                    resources.putIfAbsent("requests", ApiObject.copy(limits));
                }
            },
            "core.v1.Unknown", unknown -> unknown.put("never", true)));

    @Test
    void fieldsAndRulesSetDefaultsInEveryStruct() {
        ApiObject object = sample(struct(
                "containers", list(struct("ports", list(struct(), struct("protocol", "UDP")),
                        "resources", struct("limits", struct("cpu", "1")))),
                "byName", struct("a", struct("ports", list(struct())))));
        schema.applyDefaults(object);
        assertThat(object.tree().get("spec")).isEqualTo(struct(
                "replicas", 1,
                "containers", list(struct("ports", list(struct("protocol", "TCP"), struct("protocol", "UDP")),
                        "resources", struct("limits", struct("cpu", "1"), "requests", struct("cpu", "1")),
                        "args", list("a"))),
                "byName", struct("a", struct("ports", list(struct("protocol", "TCP")), "args", list("a")))));
    }

    @Test
    void whatNobodyHasLookedIntoIsLeftAlone() {
        var spec = new JsonStruct("{\"unknown\":1}".getBytes(StandardCharsets.UTF_8), json -> struct("unknown", 1));
        ApiObject object = sample(spec);
        schema.applyDefaults(object);
        schema.complete(object);
        assertThat(schema.prune(object)).isEmpty();
        assertThat(JsonStruct.isUnread(spec)).isTrue();
        assertThat(spec.get("unknown")).isEqualTo(1L);
        assertThat(schema.prune(object)).containsExactly("spec.unknown");
    }

    @Test
    void anExplicitZeroIsNoReasonForADefault() {
        ApiObject object = sample(struct("replicas", 0));
        schema.applyDefaults(object);
        assertThat(object.tree().get("spec")).isEqualTo(struct("replicas", 0));
    }

    @Test
    void whatAlwaysExistsHasDefaultsEvenWhenItIsAbsent() {
        ApiObject object = sample(null);
        schema.applyDefaults(object);
        assertThat(object.tree().get("spec")).isEqualTo(struct("replicas", 1));
    }

    @Test
    void aStructThatDefaultsLeaveEmptyIsNotAdded() {
        ApiObject object = sample(struct("containers", list(struct("name", "c"))));
        schema.applyDefaults(object);
        assertThat(object.at("spec", "containers")).isEqualTo(list(struct("name", "c", "args", list("a"))));
    }

    @Test
    void rulesSeeAStructBeforeWhatIsInsideIt() {
        var inner = StructType.of("io.k8s.api.core.v1.Inner", List.of(
                SampleTypes.field("size", ValueType.INT64, Field.Presence.IF_SET, 7L)));
        var outer = StructType.of("io.k8s.api.core.v1.Outer", List.of(
                SampleTypes.field("inner", ValueType.of(inner), Field.Presence.IF_SET),
                SampleTypes.field("mode", ValueType.STRING, Field.Presence.IF_SET, "Usual")));
        Consumer<Map<String, @Nullable Object>> rule = struct -> {
            struct.putIfAbsent("mode", "Rule");
            struct.putIfAbsent("inner", struct());
        };
        var object = new ApiObject(struct());
        new TypedSchema(outer, Map.of("core.v1.Outer", rule)).applyDefaults(object);
        assertThat(object.tree()).isEqualTo(struct("mode", "Rule", "inner", struct("size", 7)));
    }

    @Test
    void defaultsAreCopied() {
        var shared = list("a");
        var type = StructType.of("io.k8s.api.core.v1.T", List.of(
                SampleTypes.field("modes", ValueType.listOf(ValueType.STRING), Field.Presence.IF_SET, shared)));
        var object = new ApiObject(struct());
        new TypedSchema(type, Map.of()).applyDefaults(object);
        assertThat(object.tree().get("modes")).isEqualTo(shared).isNotSameAs(shared);
    }

    @Test
    void objectsAreCompletedWithWhatTheyAlwaysHave() {
        ApiObject object = sample(struct("containers", list(struct("ports", list(struct())))));
        object.tree().remove("metadata");
        schema.complete(object);
        assertThat(object.tree()).isEqualTo(struct("apiVersion", "v1", "kind", "Sample", "metadata", struct(),
                "spec", struct("least", "0", "since", null, "numbers", null, "selector", null, "metadata", struct(),
                        "enabled", false, "containers", list(struct("name", "", "resources", struct(),
                                "ports", list(struct("containerPort", 0, "targetPort", 0)))))));
    }

    @Test
    void aMissingStructIsCompletedToo() {
        var object = new ApiObject(struct());
        schema.complete(object);
        assertThat(object.tree().get("spec")).isEqualTo(struct("least", "0", "since", null, "numbers", null,
                "selector", null, "metadata", struct(), "containers", null, "enabled", false));
    }

    @Test
    void typesThatContainThemselvesAreWalkedOnlyWhereTheyNeedIt() {
        var counted = new int[1];
        var recursive = new TypedSchema(SampleTypes.SAMPLE, Map.of("apiextensions.v1.JSONSchemaProps",
                props -> counted[0]++));
        ApiObject object = sample(struct("props", struct(
                "not", struct(), "properties", struct("a", struct()), "items", list(struct(), struct()),
                "dependencies", struct("d", list("e")), "additionalProperties", true)));
        recursive.applyDefaults(object);
        assertThat(counted[0]).isEqualTo(5);
    }

    @Test
    void schemasOfKindsThatContainTheSameTypesShareWalks() {
        var planned = new ArrayList<String>();
        var walks = new Walks(new Walk(struct -> {
            planned.add(struct.name());
            return Defaults.of(struct, Map.of());
        }), new Walk(Completion::of));
        ApiObject object = sample(struct("containers", list(struct("ports", list(struct())))));
        new TypedSchema(SampleTypes.CONTAINER, walks).applyDefaults(new ApiObject(struct()));
        assertThat(planned).hasSize(3);
        new TypedSchema(SampleTypes.SAMPLE, walks).applyDefaults(object);
        new TypedSchema(SampleTypes.SAMPLE, walks).applyDefaults(object);
        assertThat(planned).doesNotHaveDuplicates().hasSize(7);
        assertThat(object.tree().get("spec")).isEqualTo(struct("replicas", 1,
                "containers", list(struct("ports", list(struct("protocol", "TCP"))))));
    }

    /** Any tree at all is either refused or brought into a form that stays as it is. */
    @Test
    void doingItTwiceIsTheSameAsOnce() {
        long seed = System.nanoTime();
        int accepted = 0;
        for (int i = 0; i < 4000; i++) {
            var random = new Random(seed + i);
            ApiObject object = sample(value(random, ValueType.of(SampleTypes.SPEC), 5));
            try {
                schema.prune(object);
            } catch (ApiException refused) {
                assertThat(refused.status().code()).as("seed %d", seed + i).isEqualTo(400);
                continue;
            }
            accepted++;
            assertStays(object, schema::prune, seed + i);
            schema.applyDefaults(object);
            assertStays(object, schema::applyDefaults, seed + i);
            ApiObject before = object.deepCopy();
            schema.complete(object);
            assertStays(object, schema::complete, seed + i);
            assertThat(schema.prune(object)).as("seed %d", seed + i).isEmpty();
            schema.complete(object);
            schema.complete(before);
            assertThat(object).as("seed %d", seed + i).isEqualTo(before);
        }
        assertThat(accepted).as("seed %d", seed).isBetween(400, 3999);
    }

    private static void assertStays(ApiObject object, Consumer<ApiObject> step, long seed) {
        ApiObject again = object.deepCopy();
        step.accept(again);
        assertThat(again).as("seed %d", seed).isEqualTo(object);
    }

    private static @Nullable Object value(Random random, ValueType type, int depth) {
        if (random.nextInt(400) == 0) {
            return list("wrong", true, 1.5);
        }
        if (random.nextInt(20) == 0) {
            return null;
        }
        return switch (type.kind()) {
            case STRING -> pick(random, "", "a", "b c");
            case BOOLEAN -> random.nextBoolean();
            case INT32, INT_OR_STRING -> (long) random.nextInt(3);
            case INT64 -> random.nextLong() >> random.nextInt(64);
            case DOUBLE -> pick(random, 1.5, 0L, 0.0, 3L);
            case BYTES -> pick(random, "", "TQ==", "TWFu", "TW\nFu");
            case TIME -> pick(random, "2026-01-01T00:00:00Z", "2026-01-01T01:00:00+01:00", "0001-01-01T00:00:00Z");
            case MICRO_TIME -> pick(random, "2026-01-01T00:00:00.000001Z", "2026-01-01T01:00:00.500000+01:00");
            case QUANTITY -> pick(random, "1", "1.5Gi", "0", 5L, 0.25, "100m", "+7");
            case JSON, OBJECT, FIELDS -> pick(random, "x", struct("a", null), list(), 5L);
            case STRUCT -> fields(random, type.struct(), depth);
            case LIST, STRINGS -> items(random, type.element(), depth);
            case MAP -> entries(random, type.element(), depth);
            case STRUCT_OR_BOOLEAN -> random.nextBoolean() ? random.nextBoolean()
                    : value(random, type.element(), depth);
            case STRUCT_OR_LIST -> random.nextBoolean() ? items(random, type.element(), depth)
                    : value(random, type.element(), depth);
            case STRUCT_OR_STRINGS -> random.nextBoolean() ? list("a", "b") : value(random, type.element(), depth);
        };
    }

    private static Object pick(Random random, Object... choices) {
        return choices[random.nextInt(choices.length)];
    }

    private static Map<String, @Nullable Object> fields(Random random, StructType type, int depth) {
        var struct = new LinkedHashMap<String, @Nullable Object>();
        for (Field field : type.fields()) {
            if (depth > 0 && random.nextInt(3) == 0) {
                struct.put(random.nextInt(30) == 0 ? "unknown" : field.name(), value(random, field.type(), depth - 1));
            }
        }
        return struct;
    }

    private static List<@Nullable Object> items(Random random, ValueType element, int depth) {
        var list = new ArrayList<@Nullable Object>();
        for (int i = random.nextInt(3); i > 0; i--) {
            list.add(value(random, element, depth));
        }
        return list;
    }

    private static Map<String, @Nullable Object> entries(Random random, ValueType element, int depth) {
        var map = new LinkedHashMap<String, @Nullable Object>();
        for (int i = random.nextInt(3); i > 0; i--) {
            map.put("k" + i, value(random, element, depth));
        }
        return map;
    }
}
