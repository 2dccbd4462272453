package mortise.group.core;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import mortise.api.ObjectMeta;
import mortise.core.schema.Cells;
import org.jspecify.annotations.Nullable;

/** The conditions in a status. */
final class Conditions {

    private static final String LIST = "conditions";
    private static final String SINCE = "lastTransitionTime";

    private Conditions() {
    }

    /** Returns the condition of a type. */
    static Optional<Map<String, @Nullable Object>> find(@Nullable Object status, String type) {
        return status instanceof Map<?, ?> map
                ? Cells.structs(map.get(LIST)).stream().filter(one -> type.equals(one.get("type"))).findFirst()
                : Optional.empty();
    }

    /** Says whether there is a condition of a type that holds. */
    static boolean isTrue(@Nullable Object status, String type) {
        return find(status, type).filter(one -> "True".equals(one.get("status"))).isPresent();
    }

    /**
     * Sets a condition and returns it.
     *
     * @param now since when it is so, noted when it was not so before; {@code null} to note no time
     */
    static Map<String, @Nullable Object> set(Map<String, @Nullable Object> status, String type, String value,
            String reason, String message, @Nullable Instant now) {
        Map<String, @Nullable Object> condition = find(status, type).orElseGet(() -> add(status, type));
        if (now != null && !value.equals(condition.get("status"))) {
            condition.put(SINCE, ObjectMeta.time(now));
        }
        condition.put("status", value);
        put(condition, "reason", reason);
        put(condition, "message", message);
        return condition;
    }

    private static Map<String, @Nullable Object> add(Map<String, @Nullable Object> status, String type) {
        var condition = new LinkedHashMap<String, @Nullable Object>();
        condition.put("type", type);
        List<@Nullable Object> conditions = new ArrayList<>(
                status.get(LIST) instanceof List<?> list ? list : List.of());
        conditions.add(condition);
        status.put(LIST, conditions);
        return condition;
    }

    private static void put(Map<String, @Nullable Object> struct, String field, String text) {
        if (text.isEmpty()) {
            struct.remove(field);
        } else {
            struct.put(field, text);
        }
    }
}
