package mortise.core.expression;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import mortise.spi.group.Field;
import org.jspecify.annotations.Nullable;

/**
 * Types of the structural OpenAPI v3 schemas of custom resources. What a schema does not limit is limited by the size
 * of a request.
 */
public final class OpenApiTypes {

    /** Bytes of the largest request. */
    static final long REQUEST_BYTES_MAX = 3L * 1024 * 1024;
    private static final long DATE_BYTES = 12;
    private static final long TIME_BYTES_MIN = 21;
    private static final long TIME_BYTES_MAX = 29;
    private static final long DURATION_BYTES_MAX = 32;
    private static final long TEXT_BYTES_MIN = 2;
    private static final long FLAG_BYTES_MIN = 4;
    /** Bytes of a character at most. */
    private static final long CHARACTER_BYTES = 4;
    /** Quotes, colon and comma around the key of a field, and around an empty key of a map. */
    private static final long FIELD_BYTES = 4;
    private static final long ENTRY_BYTES = 6;
    private static final long BRACKETS = 2;

    /** A type and the size of its least value in JSON, in bytes. */
    private record Measured(ExpressionType type, long bytes) {
    }

    private OpenApiTypes() {
    }

    /**
     * Returns the type of a schema; nothing when nothing is known of its values.
     *
     * @param schema a tree as in {@code openAPIV3Schema}
     * @param name unlike that of any other type of the same environment
     * @param root whether it is the schema of whole objects, which have a kind and a name
     */
    public static Optional<ExpressionType> of(Map<?, ?> schema, String name, boolean root) {
        return Optional.ofNullable(measure(schema, name, root)).map(Measured::type);
    }

    /** Returns how often a value can stand in one request, when nothing else limits that. */
    public static long occurrencesMax(Map<?, ?> schema) {
        Measured measured = measure(schema, "x", false);
        return REQUEST_BYTES_MAX / ((measured == null ? 0 : measured.bytes()) + 1);
    }

    private static @Nullable Measured measure(@Nullable Object given, String name, boolean root) {
        if (!(given instanceof Map<?, ?> schema)) {
            return null;
        }
        if (Boolean.TRUE.equals(schema.get("x-kubernetes-int-or-string"))) {
            return new Measured(ExpressionType.DYN.sized(REQUEST_BYTES_MAX - BRACKETS), 1);
        }
        boolean whole = root || Boolean.TRUE.equals(schema.get("x-kubernetes-embedded-resource"));
        return switch (String.valueOf(schema.get("type"))) {
            case "array" -> list(schema, name);
            case "object" -> schema.get("additionalProperties") instanceof Map<?, ?> values
                    ? map(schema, values, name) : object(schema, name, whole);
            case "string" -> text(schema);
            case "boolean" -> new Measured(ExpressionType.BOOL, FLAG_BYTES_MIN);
            case "number" -> new Measured(ExpressionType.DOUBLE, 1);
            case "integer" -> new Measured(ExpressionType.INT, 1);
            default -> whole ? object(schema, name, true) : null;
        };
    }

    private static @Nullable Measured list(Map<?, ?> schema, String name) {
        Measured items = measure(schema.get("items"), name + ".@items", false);
        if (items == null) {
            return null;
        }
        Field.ListKind kind = switch (String.valueOf(schema.get("x-kubernetes-list-type"))) {
            case "set" -> Field.ListKind.SET;
            case "map" -> Field.ListKind.MAP;
            default -> Field.ListKind.ATOMIC;
        };
        List<String> keys = schema.get("x-kubernetes-list-map-keys") instanceof List<?> list
                ? list.stream().map(String::valueOf).toList() : List.of();
        long max = limit(schema, "maxItems", (REQUEST_BYTES_MAX - BRACKETS) / (items.bytes() + 1));
        return new Measured(ExpressionType.list(items.type(), kind, keys).sized(max), BRACKETS);
    }

    private static @Nullable Measured map(Map<?, ?> schema, Map<?, ?> values, String name) {
        Measured value = measure(values, name + ".@values", false);
        if (value == null) {
            return null;
        }
        long max = limit(schema, "maxProperties", (REQUEST_BYTES_MAX - BRACKETS) / (value.bytes() + ENTRY_BYTES));
        return new Measured(ExpressionType.map(value.type()).sized(max), BRACKETS);
    }

    private static Measured object(Map<?, ?> schema, String name, boolean whole) {
        var fields = new LinkedHashMap<String, ExpressionType>();
        List<?> required = schema.get("required") instanceof List<?> list ? list : List.of();
        long bytes = BRACKETS;
        if (schema.get("properties") instanceof Map<?, ?> properties) {
            for (Map.Entry<?, ?> property : properties.entrySet()) {
                String key = String.valueOf(property.getKey());
                Measured field = measure(property.getValue(), name + "." + key, false);
                if (field == null) {
                    continue;
                }
                fields.put(key, field.type());
                boolean defaulted = property.getValue() instanceof Map<?, ?> map && map.containsKey("default");
                if (required.contains(key) && !defaulted) {
                    bytes += key.length() + field.bytes() + FIELD_BYTES;
                }
            }
        }
        if (whole) {
            fields.putIfAbsent("apiVersion", text());
            fields.putIfAbsent("kind", text());
            fields.put("metadata", ExpressionType.object(
                    name + ".metadata", () -> Map.of("name", text(), "generateName", text())));
        }
        return new Measured(ExpressionType.object(name, () -> fields), bytes);
    }

    private static ExpressionType text() {
        return ExpressionType.STRING.sized(REQUEST_BYTES_MAX - BRACKETS);
    }

    private static Measured text(Map<?, ?> schema) {
        return switch (String.valueOf(schema.get("format"))) {
            case "byte" -> new Measured(ExpressionType.BYTES.sized(
                    limit(schema, "maxLength", REQUEST_BYTES_MAX - BRACKETS)), TEXT_BYTES_MIN);
            case "duration" -> new Measured(ExpressionType.DURATION.sized(DURATION_BYTES_MAX), TEXT_BYTES_MIN);
            case "date" -> new Measured(ExpressionType.TIMESTAMP.sized(DATE_BYTES), DATE_BYTES);
            case "date-time", "datetime" ->
                    new Measured(ExpressionType.TIMESTAMP.sized(TIME_BYTES_MAX), TIME_BYTES_MIN);
            default -> new Measured(ExpressionType.STRING.sized(length(schema)), TEXT_BYTES_MIN);
        };
    }

    private static long length(Map<?, ?> schema) {
        if (schema.get("maxLength") instanceof Number) {
            return CostRange.product(limit(schema, "maxLength", 0), CHARACTER_BYTES);
        }
        if (schema.get("enum") instanceof List<?> values && !values.isEmpty()) {
            return values.stream().mapToLong(value -> String.valueOf(value).length()).max().orElse(0);
        }
        return REQUEST_BYTES_MAX - BRACKETS;
    }

    private static long limit(Map<?, ?> schema, String name, long otherwise) {
        return schema.get(name) instanceof Number number ? Math.max(0, number.longValue()) : otherwise;
    }
}
