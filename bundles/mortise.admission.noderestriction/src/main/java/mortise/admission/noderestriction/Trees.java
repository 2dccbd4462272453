package mortise.admission.noderestriction;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Short words for trees of which nobody has checked the types; what is not of the right type is read as absent. */
final class Trees {

    private Trees() {
    }

    /** Returns what is at a path below a struct. */
    static @Nullable Object at(@Nullable Object struct, String... path) {
        Object value = struct;
        for (String step : path) {
            value = value instanceof Map<?, ?> inner ? inner.get(step) : null;
        }
        return value;
    }

    /** Returns the text at a path below a struct; empty when there is none. */
    static String text(@Nullable Object struct, String... path) {
        return at(struct, path) instanceof String text ? text : "";
    }

    /** Returns the structs of a list. */
    static List<Map<?, ?>> structs(@Nullable Object list) {
        return list instanceof List<?> items
                ? items.stream().<Map<?, ?>>mapMulti((item, out) -> {
                    if (item instanceof Map<?, ?> struct) {
                        out.accept(struct);
                    }
                }).toList() : List.of();
    }

    /** Says whether there is nothing but empty lists, structs and texts. */
    static boolean isEmpty(@Nullable Object value) {
        return value == null || "".equals(value) || value instanceof List<?> list && list.isEmpty()
                || value instanceof Map<?, ?> map && map.isEmpty();
    }
}
