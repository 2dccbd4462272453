package mortise.build.schema;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The values that the table of defaults may have: texts, numbers, booleans, empty objects, lists of one text. */
final class DefaultValue {

    private DefaultValue() {
    }

    /** Returns the tree of a JSON text, or {@code null} when it is none of the values allowed here. */
    static @Nullable Object parse(String json) {
        if (json.equals("{}")) {
            return Map.of();
        }
        if (json.startsWith("[\"") && json.endsWith("\"]")) {
            return List.of(json.substring(2, json.length() - 2));
        }
        if (json.length() > 1 && json.startsWith("\"") && json.endsWith("\"")) {
            return json.substring(1, json.length() - 1);
        }
        if (json.equals("true") || json.equals("false")) {
            return Boolean.valueOf(json);
        }
        return json.matches("-?\\d{1,18}") ? Long.valueOf(json) : null;
    }

    static boolean fits(Object value, Type type) {
        return switch (type.kind()) {
            case STRING, QUANTITY -> value instanceof String;
            case BOOLEAN -> value instanceof Boolean;
            case INT32, INT64 -> value instanceof Long;
            case INT_OR_STRING -> value instanceof Long || value instanceof String;
            case STRUCT, MAP -> value instanceof Map;
            case LIST -> value instanceof List;
            default -> false;
        };
    }

    static boolean isZero(Object value) {
        return value.equals("") || value.equals(0L) || value.equals(false) || value.equals(Map.of());
    }
}
