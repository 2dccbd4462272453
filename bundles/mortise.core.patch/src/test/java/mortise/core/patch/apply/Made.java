package mortise.core.patch.apply;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import mortise.api.ApiObject;
import mortise.spi.group.Field;
import mortise.spi.group.Field.ListKind;
import mortise.spi.group.Field.Merge;
import mortise.spi.group.Field.Presence;
import mortise.spi.group.StructType;
import mortise.spi.group.ValueType;

/** A kind made up for tests, with a field for everything that ownership asks of types, and a second version of it. */
final class Made implements KindVersions {

    static final String V1 = "made.io/v1";
    static final String V2 = "made.io/v2";

    private static final StructType OWNER = new StructType("Owner", true, () -> List.of(
            Field.of("uid", 1, ValueType.STRING), Field.of("name", 2, ValueType.STRING)), name -> "");
    private static final StructType META = StructType.of("Meta", List.of(
            Field.of("name", 1, ValueType.STRING), Field.of("namespace", 2, ValueType.STRING),
            Field.of("uid", 3, ValueType.STRING), Field.of("resourceVersion", 4, ValueType.STRING),
            Field.of("labels", 5, ValueType.mapOf(ValueType.STRING)),
            Field.of("annotations", 6, ValueType.mapOf(ValueType.STRING)),
            list("finalizers", ValueType.STRING, ListKind.SET, List.of()),
            list("ownerReferences", ValueType.of(OWNER), ListKind.MAP, List.of("uid")),
            Field.of("managedFields", 9, ValueType.listOf(ValueType.FIELDS))));
    private static final StructType PORT = StructType.of("Port", List.of(
            field("number", ValueType.INT32, Presence.ALWAYS, null), Field.of("label", 2, ValueType.STRING),
            field("protocol", ValueType.STRING, Presence.UNLESS_EMPTY, "TCP")));
    private static final StructType PART = StructType.of("Part", List.of(
            field("name", ValueType.STRING, Presence.ALWAYS, null), Field.of("image", 2, ValueType.STRING),
            list("ports", ValueType.of(PORT), ListKind.MAP, List.of("number", "protocol")),
            list("args", ValueType.STRING, ListKind.ATOMIC, List.of()),
            field("resources", ValueType.of(StructType.of("Resources", List.of(
                    Field.of("limits", 1, ValueType.mapOf(ValueType.QUANTITY))))), Presence.ALWAYS, null)));
    private static final StructType SPEC = StructType.of("Spec", List.of(
            Field.of("size", 1, ValueType.INT32), Field.of("on", 2, ValueType.BOOLEAN),
            list("parts", ValueType.of(PART), ListKind.MAP, List.of("name")),
            new Field("selector", ValueType.mapOf(ValueType.STRING), List.of(4), Presence.UNLESS_EMPTY, false, null,
                    List.of(), new Merge(ListKind.ATOMIC, List.of(), true, Set.of(), "")),
            Field.of("raw", 5, ValueType.OBJECT), Field.of("json", 6, ValueType.JSON),
            Field.of("byName", 7, ValueType.mapOf(ValueType.of(PORT))),
            list("keyed", ValueType.of(StructType.of("Keyed", List.of(Field.of("id", 1, ValueType.STRING)))),
                    ListKind.MAP, List.of("id"))));
    private static final StructType STATUS = StructType.of("Status", List.of(
            Field.of("ready", 1, ValueType.INT32), Field.of("seen", 2, ValueType.INT64)));

    static final StructType KIND_V1 = StructType.of("Made", List.of(
            Field.of("apiVersion", 1, ValueType.STRING), Field.of("kind", 2, ValueType.STRING),
            Field.of("metadata", 3, ValueType.of(META)), field("spec", ValueType.of(SPEC), Presence.ALWAYS, null),
            field("status", ValueType.of(STATUS), Presence.ALWAYS, null),
            Field.of("data", 6, ValueType.mapOf(ValueType.STRING))));
    /** The size has another name here. */
    private static final StructType KIND_V2 = StructType.of("Made", List.of(
            Field.of("apiVersion", 1, ValueType.STRING), Field.of("kind", 2, ValueType.STRING),
            Field.of("metadata", 3, ValueType.of(META)),
            field("spec", ValueType.of(StructType.of("Spec", List.of(
                    Field.of("extent", 1, ValueType.INT32), Field.of("on", 2, ValueType.BOOLEAN),
                    list("parts", ValueType.of(PART), ListKind.MAP, List.of("name"))))), Presence.ALWAYS, null),
            Field.of("data", 6, ValueType.mapOf(ValueType.STRING))));

    private static Field field(String name, ValueType type, Presence presence, Object usual) {
        return new Field(name, type, List.of(1), presence, false, usual, List.of(), Merge.USUAL);
    }

    private static Field list(String name, ValueType element, ListKind kind, List<String> keys) {
        return new Field(name, ValueType.listOf(element), List.of(1), Presence.UNLESS_EMPTY, false, null, List.of(),
                new Merge(kind, keys, false, Set.of(), ""));
    }

    @Override
    public boolean serves(String apiVersion) {
        return apiVersion.equals(V1) || apiVersion.equals(V2);
    }

    @Override
    public Optional<StructType> type(String apiVersion) {
        return Optional.of(apiVersion.equals(V1) ? KIND_V1 : KIND_V2);
    }

    @Override
    public ApiObject convert(ApiObject object, String apiVersion) {
        if (object.apiVersion().equals(apiVersion)) {
            return object;
        }
        ApiObject converted = object.deepCopy();
        converted.tree().put("apiVersion", apiVersion);
        if (converted.at("spec") instanceof Map<?, ?>) {
            Map<String, Object> spec = converted.structAt("spec");
            Object size = spec.remove(apiVersion.equals(V1) ? "extent" : "size");
            if (size != null) {
                spec.put(apiVersion.equals(V1) ? "size" : "extent", size);
            }
        }
        return converted;
    }

    /** Returns the tree of a JSON text with single quotes. */
    @SuppressWarnings("unchecked")
    static Map<String, Object> tree(String json) {
        return (Map<String, Object>) JsonText.read(json.replace('\'', '"'), 0);
    }

    /** Returns an object named x with more members. */
    @SuppressWarnings("unchecked")
    static ApiObject object(String apiVersion, String members) {
        var tree = new LinkedHashMap<String, Object>();
        tree.put("apiVersion", apiVersion);
        tree.put("kind", "Made");
        tree.put("metadata", new LinkedHashMap<>(Map.of("name", "x")));
        tree("{" + members + "}").forEach((name, value) -> tree.merge(name, value, (one, other) -> {
            ((Map<String, Object>) one).putAll((Map<String, Object>) other);
            return one;
        }));
        return new ApiObject(tree);
    }
}
