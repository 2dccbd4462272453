package mortise.core.patch.apply;

import static mortise.core.patch.apply.Scalars.ABSENT;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Merges what a manager wants into an object. Trees share what they have in common, so none may be changed later. */
final class TreeMerge {

    private TreeMerge() {
    }

    /**
     * Returns the merged object; the same instance when the intent changes nothing.
     *
     * @param intent without mistakes
     * @throws ListItems.Unclear when items of a list of the live object cannot be told apart
     */
    static Map<?, ?> merge(Map<?, ?> live, Map<?, ?> intent, Shape shape) {
        return (Map<?, ?>) Objects.requireNonNull(members(live, intent, shape));
    }

    private static @Nullable Object value(@Nullable Object live, @Nullable Object intent, Shape shape) {
        if (intent == ABSENT || live == intent) {
            return live;
        }
        if (live == ABSENT) {
            return intent;
        }
        if (!shape.leaf()) {
            if (live instanceof Map<?, ?> one && takes(shape, Map.of()) && (intent instanceof Map || intent == null)) {
                Map<?, ?> other = intent instanceof Map<?, ?> members ? members : Map.of();
                return one.isEmpty() && other.isEmpty() ? leaf(live, intent) : members(one, other, shape);
            }
            if (live instanceof List<?> one && takes(shape, List.of()) && (intent instanceof List || intent == null)) {
                List<?> other = intent instanceof List<?> items ? items : List.of();
                return one.isEmpty() && other.isEmpty() ? leaf(live, intent) : items(one, other, shape);
            }
        }
        return leaf(live, intent);
    }

    private static boolean takes(Shape shape, Object form) {
        return switch (shape.sort()) {
            case STRUCT, MAP, FREE -> form instanceof Map;
            case SET, KEYED -> form instanceof List;
            case SCALAR, LIST -> false;
        };
    }

    private static @Nullable Object leaf(@Nullable Object live, @Nullable Object intent) {
        return Scalars.same(live, intent) ? live : intent;
    }

    private static Object members(Map<?, ?> live, Map<?, ?> intent, Shape shape) {
        Map<Object, @Nullable Object> merged = null;
        for (Map.Entry<?, ?> entry : intent.entrySet()) {
            Object name = entry.getKey();
            Object old = live.get(name);
            if (old == null && !live.containsKey(name)) {
                old = ABSENT;
            }
            Object value = value(old, entry.getValue(), inner(shape, (String) name));
            if (value != old) {
                merged = merged == null ? new LinkedHashMap<>(live) : merged;
                merged.put(name, value);
            }
        }
        return merged == null ? live : merged;
    }

    private static Shape inner(Shape shape, String name) {
        if (shape.sort() == Shape.Sort.STRUCT) {
            Shape.Member member = shape.member(name);
            return member == null ? Shape.FREE : member.shape();
        }
        return shape.sort() == Shape.Sort.MAP ? shape.element() : Shape.FREE;
    }

    /** Items of an intent by their steps, and their order. */
    private record Indexed(PathElement[] order, Map<PathElement, @Nullable Object> items) {

        static Indexed of(List<?> list, Shape shape) {
            var order = new PathElement[list.size()];
            var items = new HashMap<PathElement, @Nullable Object>(list.size() * 4 / 3 + 1);
            for (int i = 0; i < order.length; i++) {
                order[i] = ListItems.step(shape, list.get(i));
                // Of several with the same step none is merged with.
                Object value = items.containsKey(order[i]) ? ABSENT : list.get(i);
                items.put(order[i], value);
            }
            return new Indexed(order, items);
        }

        @Nullable Object at(PathElement step) {
            return items.containsKey(step) ? items.get(step) : ABSENT;
        }
    }

    /** Merges lists: the items of the intent are in its order, and the others stay before what they were before. */
    private static Object items(List<?> live, List<?> intent, Shape shape) {
        if (intent.isEmpty()) {
            return live;
        }
        Indexed old = Indexed.of(live, shape);
        Indexed wanted = Indexed.of(intent, shape);
        List<PathElement> shared = new ArrayList<>(wanted.order.length);
        for (PathElement step : wanted.order) {
            if (old.items.containsKey(step)) {
                shared.add(step);
            }
        }
        var merged = new ArrayList<@Nullable Object>(Math.max(live.size(), intent.size()));
        int at = 0;
        int nextShared = 0;
        for (PathElement step : wanted.order) {
            boolean before = true;
            while (before && at < old.order.length) {
                PathElement here = old.order[at];
                if (!wanted.items.containsKey(here)) {
                    merged.add(live.get(at++));
                } else if (here.equals(step)) {
                    at++;
                    before = false;
                } else if (nextShared == shared.size()) {
                    at++;
                    before = false;
                } else if (here.equals(shared.get(nextShared))) {
                    before = false;
                } else {
                    at++;
                }
            }
            merged.add(value(old.at(step), wanted.at(step), shape.element()));
            if (nextShared < shared.size() && shared.get(nextShared).equals(step)) {
                nextShared++;
            }
        }
        for (; at < old.order.length; at++) {
            if (!wanted.items.containsKey(old.order[at])) {
                merged.add(live.get(at));
            }
        }
        return unchanged(live, merged) ? live : merged;
    }

    private static boolean unchanged(List<?> live, List<?> merged) {
        if (live.size() != merged.size()) {
            return false;
        }
        for (int i = 0; i < merged.size(); i++) {
            if (live.get(i) != merged.get(i)) {
                return false;
            }
        }
        return true;
    }
}
