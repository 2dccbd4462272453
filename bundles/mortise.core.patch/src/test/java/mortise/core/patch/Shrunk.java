package mortise.core.patch;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;

/** Finds the smallest document and patch with which a property does not hold, by leaving out one thing at a time. */
final class Shrunk {

    /**
     * What a property does not hold for.
     *
     * @param document any tree
     * @param patch any tree
     */
    record Pair(Object document, Object patch) {
    }

    private Shrunk() {
    }

    /** Returns a pair of which nothing can be left out any more without the property holding again. */
    static Pair from(Object document, Object patch, BiPredicate<Object, Object> holds) {
        for (Object smaller : smaller(document)) {
            if (!holds.test(smaller, patch)) {
                return from(smaller, patch, holds);
            }
        }
        for (Object smaller : smaller(patch)) {
            if (!holds.test(document, smaller)) {
                return from(document, smaller, holds);
            }
        }
        return new Pair(document, patch);
    }

    /** Returns every tree that is this one without one member or element, at any depth. */
    private static List<Object> smaller(Object tree) {
        var all = new ArrayList<>();
        if (tree instanceof Map<?, ?> struct) {
            struct.keySet().forEach(name -> {
                var less = new LinkedHashMap<Object, Object>(struct);
                less.remove(name);
                all.add(less);
            });
            struct.forEach((name, value) -> smaller(value).forEach(part -> {
                var less = new LinkedHashMap<Object, Object>(struct);
                less.put(name, part);
                all.add(less);
            }));
        } else if (tree instanceof List<?> list) {
            for (int i = 0; i < list.size(); i++) {
                var less = new ArrayList<Object>(list);
                less.remove(i);
                all.add(less);
            }
            for (int i = 0; i < list.size(); i++) {
                for (Object part : smaller(list.get(i))) {
                    var less = new ArrayList<Object>(list);
                    less.set(i, part);
                    all.add(less);
                }
            }
        }
        return all;
    }
}
