package mortise.core.schema;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import mortise.api.ApiObject;
import mortise.spi.group.Field;
import mortise.spi.group.StructType;
import org.jspecify.annotations.Nullable;

/** What a struct gets when a request left it out: first by the rule of its type, then from its fields. */
final class Defaults {

    private Defaults() {
    }

    /** Returns what sets the defaults of a struct, or {@code null} when there are none. */
    static @Nullable Consumer<Map<String, @Nullable Object>> of(
            StructType struct, Map<String, Consumer<Map<String, @Nullable Object>>> rules) {
        Consumer<Map<String, @Nullable Object>> rule = rules.get(GoTypes.lastParts(struct, 3));
        List<Field> fields = struct.fields().stream().filter(field -> field.defaultValue() != null).toList();
        if (fields.isEmpty()) {
            return rule;
        }
        Consumer<Map<String, @Nullable Object>> values = tree -> setAbsent(tree, fields);
        return rule == null ? values : rule.andThen(values);
    }

    private static void setAbsent(Map<String, @Nullable Object> struct, List<Field> fields) {
        for (Field field : fields) {
            if (struct.get(field.name()) == null) {
                struct.put(field.name(), ApiObject.copy(field.defaultValue()));
            }
        }
    }
}
