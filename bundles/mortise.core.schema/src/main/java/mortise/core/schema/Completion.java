package mortise.core.schema;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import mortise.spi.group.Field;
import mortise.spi.group.Field.Presence;
import mortise.spi.group.StructType;
import mortise.spi.group.ValueType.Kind;
import org.jspecify.annotations.Nullable;

/** The fields that a struct is always written with. */
final class Completion {

    private Completion() {
    }

    /** Returns what adds the fields to a struct, or {@code null} when it has none of them. */
    static @Nullable Consumer<Map<String, @Nullable Object>> of(StructType struct) {
        List<Field> fields = struct.fields().stream()
                .filter(field -> field.presence() == Presence.ALWAYS || field.presence() == Presence.ALWAYS_OR_NULL)
                .toList();
        return fields.isEmpty() ? null : tree -> addMissing(tree, fields);
    }

    private static void addMissing(Map<String, @Nullable Object> struct, List<Field> fields) {
        for (int i = 0; i < fields.size(); i++) {
            Field field = fields.get(i);
            if (struct.get(field.name()) == null) {
                struct.put(field.name(), field.presence() == Presence.ALWAYS ? nothing(field.type().kind()) : null);
            }
        }
    }

    /** Returns how nothing of a kind is written. */
    static @Nullable Object nothing(Kind kind) {
        return switch (kind) {
            case STRING, BYTES -> "";
            case BOOLEAN -> Boolean.FALSE;
            case INT32, INT64, DOUBLE, INT_OR_STRING -> 0L;
            case QUANTITY -> "0";
            case STRUCT -> new LinkedHashMap<String, @Nullable Object>();
            case TIME, MICRO_TIME, JSON, OBJECT, FIELDS, LIST, MAP, STRINGS, STRUCT_OR_BOOLEAN, STRUCT_OR_LIST,
                    STRUCT_OR_STRINGS -> null;
        };
    }
}
