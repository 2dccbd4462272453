package mortise.admission.serviceaccount;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Short words for trees of which nobody has checked the types. */
final class Trees {

    private Trees() {
    }

    /** Returns a struct of the given names and values, which may be changed. */
    static Map<String, @Nullable Object> struct(Object... namesAndValues) {
        Map<String, @Nullable Object> struct = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            struct.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return struct;
    }

    /** Returns a list that may be changed. */
    static List<@Nullable Object> list(Object... items) {
        return new ArrayList<>(List.of(items));
    }

    /** Returns the value as a struct, if it is one; changes go to the value. */
    @SuppressWarnings("unchecked")
    static Optional<Map<String, @Nullable Object>> asStruct(@Nullable Object value) {
        return value instanceof Map<?, ?> struct ? Optional.of((Map<String, @Nullable Object>) struct)
                : Optional.empty();
    }

    /** Returns the structs of a list; none for anything else. */
    static List<Map<String, @Nullable Object>> structs(@Nullable Object value) {
        List<Map<String, @Nullable Object>> structs = new ArrayList<>();
        if (value instanceof List<?> list) {
            list.forEach(item -> asStruct(item).ifPresent(structs::add));
        }
        return structs;
    }

    /** Adds an item to the list in a field, which is made when it is missing; a field of another type stays. */
    @SuppressWarnings("unchecked")
    static void append(Map<String, @Nullable Object> struct, String field, Object item) {
        Object value = struct.get(field);
        if (value == null) {
            struct.put(field, list(item));
        } else if (value instanceof List<?> list) {
            ((List<@Nullable Object>) list).add(item);
        }
    }
}
