package mortise.tck.group;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import mortise.api.ApiObject;
import mortise.spi.group.Field;
import mortise.spi.group.StructType;
import mortise.spi.group.ValueType;
import org.jspecify.annotations.Nullable;

/**
 * Makes objects that have the fields of their type and any values, for tests of conversions. The same seed makes the
 * same objects. Not thread-safe.
 */
public final class RandomObjects {

    private static final int DEPTH_MAX = 12;
    private static final int ITEMS_MAX = 3;

    private final Random random;

    /** @param seed to be shown when a test fails */
    public RandomObjects(long seed) {
        random = new Random(seed);
    }

    /** Returns an object of a type with an API version and a kind. */
    public ApiObject object(StructType type, String apiVersion, String kind) {
        Map<String, @Nullable Object> tree = struct(type, 0);
        tree.put("apiVersion", apiVersion);
        tree.put("kind", kind);
        return new ApiObject(tree);
    }

    private Map<String, @Nullable Object> struct(StructType type, int depth) {
        var struct = new LinkedHashMap<String, @Nullable Object>();
        for (Field field : type.fields()) {
            // The deeper, the fewer: types may contain themselves.
            if (depth < DEPTH_MAX && (field.required() || random.nextInt(DEPTH_MAX) > depth)) {
                Object value = value(field.type(), field.values(), depth + 1);
                if (!value.equals(Map.of()) && !value.equals(List.of())) {
                    struct.put(field.name(), value);
                }
            }
        }
        return struct;
    }

    private Object value(ValueType type, List<String> values, int depth) {
        return switch (type.kind()) {
            case STRING -> values.isEmpty() ? word() : values.get(random.nextInt(values.size()));
            case BOOLEAN -> random.nextBoolean();
            case INT32, INT64 -> 1L + random.nextInt(1000);
            case DOUBLE -> random.nextInt(1000) / 4.0;
            case BYTES -> "AAEC";
            case TIME -> "2026-01-0" + (1 + random.nextInt(9)) + "T12:00:00Z";
            case MICRO_TIME -> "2026-01-01T12:00:00.00000" + random.nextInt(10) + "Z";
            case QUANTITY -> 1 + random.nextInt(999) + "m";
            case INT_OR_STRING -> random.nextBoolean() ? (Object) Long.valueOf(random.nextInt(100)) : "5%";
            case STRUCT -> struct(type.struct(), depth);
            case LIST, STRINGS -> list(type, depth);
            case MAP -> map(type, depth);
            default -> Map.of("any", word());
        };
    }

    private List<@Nullable Object> list(ValueType type, int depth) {
        List<@Nullable Object> list = new ArrayList<>();
        for (int items = random.nextInt(ITEMS_MAX); items >= 0; items--) {
            Object item = value(type.element(), List.of(), depth);
            if (!item.equals(Map.of())) {
                list.add(item);
            }
        }
        return list;
    }

    private Map<String, @Nullable Object> map(ValueType type, int depth) {
        var map = new LinkedHashMap<String, @Nullable Object>();
        for (int items = random.nextInt(ITEMS_MAX); items >= 0; items--) {
            map.put(word(), value(type.element(), List.of(), depth));
        }
        return map;
    }

    private String word() {
        return "w" + random.nextInt(10_000) + (random.nextInt(8) == 0 ? "<&>\"\u00e4" : "");
    }
}
