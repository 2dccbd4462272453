package mortise.group.core;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Fields that once held one value and have a list beside them since; both always say the same. */
final class FirstOfList {

    private FirstOfList() {
    }

    /**
     * Makes a field the first of its list. When the two differ, the field counts: whoever writes it may not know the
     * list.
     *
     * @param member name of the field of the list's structs that holds the value; empty when it is a list of texts
     */
    static void align(Map<String, @Nullable Object> struct, String field, String list, String member) {
        Object one = struct.get(field);
        List<?> all = struct.get(list) instanceof List<?> items ? items : List.of();
        Object first = all.isEmpty() ? null : value(all.get(0), member);
        if (one instanceof String text && !text.isEmpty()) {
            if (!text.equals(first)) {
                struct.put(list, listOf(text, member));
            }
        } else if (first instanceof String text && !text.isEmpty()) {
            struct.put(field, text);
        }
    }

    private static @Nullable Object value(@Nullable Object item, String member) {
        return item instanceof Map<?, ?> map ? map.get(member) : item;
    }

    private static List<Object> listOf(String text, String member) {
        List<Object> list = new ArrayList<>();
        if (member.isEmpty()) {
            list.add(text);
        } else {
            var item = new LinkedHashMap<String, @Nullable Object>();
            item.put(member, text);
            list.add(item);
        }
        return list;
    }
}
