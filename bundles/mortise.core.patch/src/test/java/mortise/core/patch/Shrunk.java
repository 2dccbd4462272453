package mortise.core.patch;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Predicate;

/** Finds the smallest input with which a property does not hold, by leaving out one thing at a time. */
public final class Shrunk {

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
        return from(new Pair(document, patch), Shrunk::smaller, pair -> holds.test(pair.document(), pair.patch()));
    }

    /**
     * Returns an input of which nothing can be left out any more without the property holding again.
     *
     * @param failing an input for which the property does not hold
     * @param smaller says what is left of an input when any one thing is left out, big things first
     */
    public static <T> T from(T failing, Function<T, List<T>> smaller, Predicate<T> holds) {
        T least = failing;
        for (Optional<T> less = Optional.of(failing); less.isPresent();) {
            least = less.get();
            less = smaller.apply(least).stream().filter(holds.negate()).findFirst();
        }
        return least;
    }

    private static List<Pair> smaller(Pair pair) {
        var all = new ArrayList<Pair>();
        smaller(pair.document()).forEach(less -> all.add(new Pair(less, pair.patch())));
        smaller(pair.patch()).forEach(less -> all.add(new Pair(pair.document(), less)));
        return all;
    }

    /** Returns every tree that is this one without one member or element, at any depth. */
    public static List<Object> smaller(Object tree) {
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
