package mortise.core.patch.apply;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How items of lists are told apart. */
final class ListItems {

    /** An item that cannot be told from others. */
    static final class Unclear extends RuntimeException {

        private static final long serialVersionUID = 1L;

        Unclear(String message) {
            super(message, null, false, false);
        }
    }

    private ListItems() {
    }

    /**
     * Returns the step to an item.
     *
     * @param list a set or a list with keys
     * @throws Unclear when it is not clear which item it is
     */
    static PathElement step(Shape list, @Nullable Object item) {
        return list.same(list.sort() == Shape.Sort.KEYED ? keys(list, item) : value(item));
    }

    private static PathElement keys(Shape list, @Nullable Object item) {
        if (!(item instanceof Map<?, ?> members)) {
            throw new Unclear(item == null ? "associative list with keys may not have a null element"
                    : "associative list with keys may not have non-map elements");
        }
        String[] names = list.keys();
        var values = new @Nullable Object[names.length];
        for (int i = 0; i < names.length; i++) {
            Object value = members.get(names[i]);
            if (value == null && !members.containsKey(names[i])) {
                value = usual(list.element(), names[i]);
            }
            if (value instanceof Map || value instanceof List) {
                throw new Unclear("associative list with keys has an element with a key field \"" + names[i]
                        + "\" that is a list or map");
            }
            values[i] = Scalars.canonical(value);
        }
        return PathElement.keys(names, values);
    }

    /** Returns what a key is when an item lacks it. */
    private static Object usual(Shape element, String name) {
        Shape.Member member = element.sort() == Shape.Sort.STRUCT ? element.member(name) : null;
        if (member == null || member.usual() == null) {
            throw new Unclear("associative list with keys has an element that omits key field \"" + name
                    + "\" (and doesn't have default value)");
        }
        return member.usual();
    }

    private static PathElement value(@Nullable Object item) {
        if (item == null || item instanceof Map || item instanceof List) {
            throw new Unclear(item == null ? "associative list without keys has an element that's an explicit null"
                    : item instanceof List ? "not supporting lists of lists"
                    : "associative list without keys has an element that's a map type");
        }
        return PathElement.value(Scalars.canonical(item));
    }
}
