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

    /** Says whether two lists have the same items in the same order, all of which can surely be told apart. */
    static boolean areSame(Shape list, List<?> one, List<?> other) {
        if (one.size() != other.size()) {
            return false;
        }
        for (int i = 0; i < one.size(); i++) {
            Object item = one.get(i);
            if (!isClear(list, item) || !Scalars.same(item, other.get(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isClear(Shape list, @Nullable Object item) {
        if (list.sort() != Shape.Sort.KEYED) {
            return item instanceof String;
        }
        if (!(item instanceof Map<?, ?> members)) {
            return false;
        }
        for (String name : list.keys()) {
            Object value = members.get(name);
            if (value == null || value instanceof Map || value instanceof List) {
                return false;
            }
        }
        return true;
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
