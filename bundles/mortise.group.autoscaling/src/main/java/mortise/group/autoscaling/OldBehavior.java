package mortise.group.autoscaling;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mortise.core.schema.Cells;
import org.jspecify.annotations.Nullable;

/** The behavior of autoscalers in the form of the annotation: with capital letters, and every field. */
final class OldBehavior {

    private static final List<String> DIRECTIONS = List.of("scaleUp", "scaleDown");
    private static final List<String> RULES =
            List.of("stabilizationWindowSeconds", "selectPolicy", "policies", "tolerance");
    private static final List<String> POLICY = List.of("type", "value", "periodSeconds");

    private OldBehavior() {
    }

    /** Returns the form of the annotation. */
    static Map<String, @Nullable Object> toOld(Map<?, ?> behavior) {
        var old = new LinkedHashMap<String, @Nullable Object>();
        for (String direction : DIRECTIONS) {
            old.put(capital(direction), behavior.get(direction) instanceof Map<?, ?> rules ? rules(rules) : null);
        }
        return old;
    }

    private static Map<String, @Nullable Object> rules(Map<?, ?> rules) {
        var old = new LinkedHashMap<String, @Nullable Object>();
        for (String field : RULES) {
            Object value = rules.get(field);
            old.put(capital(field), value instanceof List<?> ? policies(value) : value);
        }
        return old;
    }

    private static List<@Nullable Object> policies(Object list) {
        List<@Nullable Object> all = new ArrayList<>();
        for (Map<String, @Nullable Object> policy : Cells.structs(list)) {
            var old = new LinkedHashMap<String, @Nullable Object>();
            POLICY.forEach(field -> old.put(capital(field), policy.get(field)));
            all.add(old);
        }
        return all;
    }

    /** Returns the behavior that an annotation stands for; empty when it says nothing. */
    static Map<String, @Nullable Object> fromOld(@Nullable Object old) {
        return struct(old, DIRECTIONS, direction -> direction instanceof Map<?, ?>
                ? struct(direction, RULES, OldBehavior::field) : null);
    }

    private static @Nullable Object field(@Nullable Object value) {
        if (!(value instanceof List<?>)) {
            return value;
        }
        List<@Nullable Object> all = new ArrayList<>();
        Cells.structs(value).forEach(policy -> all.add(struct(policy, POLICY, field -> field)));
        return all;
    }

    private interface Convert {
        @Nullable Object apply(@Nullable Object value);
    }

    /** Go reads names in whatever case. */
    private static Map<String, @Nullable Object> struct(@Nullable Object old, List<String> fields, Convert convert) {
        var struct = new LinkedHashMap<String, @Nullable Object>();
        if (old instanceof Map<?, ?> members) {
            for (String field : fields) {
                members.forEach((name, value) -> {
                    Object converted = field.equalsIgnoreCase((String) name) ? convert.apply(value) : null;
                    if (converted != null) {
                        struct.put(field, converted);
                    }
                });
            }
        }
        return struct;
    }

    private static String capital(String field) {
        return Character.toUpperCase(field.charAt(0)) + field.substring(1);
    }
}
