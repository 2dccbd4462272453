package mortise.core.discovery.openapi;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import mortise.api.GroupVersionKind;
import mortise.spi.group.Field;
import mortise.spi.group.StructType;
import mortise.spi.group.ValueType;
import org.jspecify.annotations.Nullable;

/** Writes types as schemas of one of the two versions of OpenAPI. */
final class SchemaForm {

    private static final String MARK = "x-kubernetes-";

    private final Dialect dialect;

    SchemaForm(Dialect dialect) {
        this.dialect = dialect;
    }

    /** Returns the schema of a struct that is the body of the given kinds. */
    Map<String, Object> struct(StructType type, Collection<GroupVersionKind> kinds) {
        var properties = new TreeMap<String, Object>();
        var required = new ArrayList<Object>();
        for (Field field : type.fields()) {
            properties.put(field.name(), property(type, field));
            if (field.required()) {
                required.add(field.name());
            }
        }
        Map<String, Object> schema = Tree.of("type", "object");
        Tree.putText(schema, "description", type.description(""));
        if (!properties.isEmpty()) {
            schema.put("properties", properties);
        }
        if (!required.isEmpty()) {
            schema.put("required", required);
        }
        if (type.atomic()) {
            schema.put(MARK + "map-type", "atomic");
        }
        mark(schema, kinds);
        return schema;
    }

    /** Returns the schema of kinds of which nothing is known. */
    Map<String, Object> open(Collection<GroupVersionKind> kinds) {
        Map<String, Object> schema = Tree.of("type", "object", MARK + "preserve-unknown-fields", true);
        mark(schema, kinds);
        return schema;
    }

    /** Returns a kind as all documents write it. */
    static Map<String, Object> kind(GroupVersionKind kind) {
        return Tree.of("group", kind.group(), "version", kind.version(), "kind", kind.kind());
    }

    private static void mark(Map<String, Object> schema, Collection<GroupVersionKind> kinds) {
        if (!kinds.isEmpty()) {
            schema.put(MARK + "group-version-kind", kinds.stream().map(SchemaForm::kind).toList());
        }
    }

    private Map<String, Object> property(StructType type, Field field) {
        var more = new TreeMap<String, Object>();
        StructType struct = field.type().struct();
        String text = type.description(field.name());
        // Whoever reads both texts should not read the same twice.
        Tree.putText(more, "description", struct != null && text.equals(struct.description("")) ? "" : text);
        Object absent = dialect == Dialect.V3 ? absent(field) : null;
        if (absent != null) {
            more.put("default", absent);
        }
        if (field.type().kind() == ValueType.Kind.LIST && !isItems(type, field)) {
            more.put(MARK + "list-type", field.merge().list().name().toLowerCase(Locale.ROOT));
        }
        // A struct that is always replaced as a whole says so itself, and a field of it may be the exception.
        if (field.merge().atomic() != (struct != null && struct.atomic())) {
            more.put(MARK + "map-type", field.merge().atomic() ? "atomic" : "granular");
        }
        markMerge(more, field.merge());
        return with(value(field.type()), more);
    }

    private static void markMerge(Map<String, Object> schema, Field.Merge merge) {
        if (!merge.keys().isEmpty()) {
            schema.put(MARK + "list-map-keys", merge.keys());
        }
        Tree.putText(schema, MARK + "patch-strategy", String.join(",", new TreeSet<>(merge.patchStrategies())));
        Tree.putText(schema, MARK + "patch-merge-key", merge.patchMergeKey());
    }

    /** Returns what the field is when nobody sets it, or {@code null} when it is not there then. */
    private static @Nullable Object absent(Field field) {
        if (field.defaultValue() != null) {
            return field.defaultValue();
        }
        return field.presence() == Field.Presence.ALWAYS ? zero(field.type()) : null;
    }

    /** The objects of a list are the one list of a list kind, which nobody merges. */
    private static boolean isItems(StructType type, Field field) {
        return field.name().equals("items") && type.name().endsWith("List") && type.field("metadata") != null;
    }

    /** Beside a reference OpenAPI v3 allows nothing, so it is wrapped; readers of v2 have learned to live with it. */
    private Map<String, Object> with(Map<String, Object> form, Map<String, Object> more) {
        if (more.isEmpty()) {
            return form;
        }
        Map<String, Object> all = dialect == Dialect.V3 && form.containsKey("$ref")
                ? Tree.of("allOf", List.of(form)) : form;
        all.putAll(more);
        return all;
    }

    private Map<String, Object> value(ValueType type) {
        Special special = Special.of(type);
        if (special != null) {
            return dialect.reference(special.schema(type));
        }
        return switch (type.kind()) {
            case BOOLEAN -> Tree.of("type", "boolean");
            case INT32 -> Tree.of("type", "integer", "format", "int32");
            case INT64 -> Tree.of("type", "integer", "format", "int64");
            case DOUBLE -> Tree.of("type", "number", "format", "double");
            case BYTES -> Tree.of("type", "string", "format", "byte");
            case STRUCT -> reference(type.struct());
            case LIST, STRINGS -> Tree.of("type", "array", "items", element(type.element()));
            case MAP -> Tree.of("type", "object", "additionalProperties", element(type.element()));
            default -> Tree.of("type", "string");
        };
    }

    /** A struct without a name, such as a part of a custom resource, is written in place. */
    private Map<String, Object> reference(@Nullable StructType struct) {
        if (struct == null) {
            return Tree.of("type", "object");
        }
        return struct.name().isEmpty() ? struct(struct, List.of()) : dialect.reference(struct.name());
    }

    private Map<String, Object> element(@Nullable ValueType type) {
        if (type == null) {
            return Tree.of();
        }
        Object zero = dialect == Dialect.V3 ? zero(type) : null;
        return with(value(type), zero == null ? Map.of() : Map.of("default", zero));
    }

    /** Returns what a value that cannot be absent is when nobody sets it, or {@code null} when it can be absent. */
    private static @Nullable Object zero(ValueType type) {
        return switch (type.kind()) {
            case STRING -> "";
            case BOOLEAN -> false;
            case INT32, INT64, DOUBLE -> 0L;
            case STRUCT -> Map.of();
            default -> null;
        };
    }
}
