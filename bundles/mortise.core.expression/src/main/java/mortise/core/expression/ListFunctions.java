package mortise.core.expression;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** Functions of lists. */
final class ListFunctions {

    static final String DECLARED = """
            list(T) -> indexOf(T): int
            list(T) -> lastIndexOf(T): int
            list(T) -> isSorted(): bool
            list(int) -> sum(): int
            list(uint) -> sum(): uint
            list(double) -> sum(): double
            list(duration) -> sum(): duration
            list(T) -> min(): T
            list(T) -> max(): T
            list(T) -> slice(int, int): list(T)
            list(T) -> distinct(): list(T)
            list(T) -> reverse(): list(T)
            list(T) -> sort(): list(T)
            list(T) -> first(): optional(T)
            list(T) -> last(): optional(T)
            list(list(T)) -> flatten(): list(T)
            list(dyn) -> flatten(int): list(dyn)
            lists.range(int): list(int)
            cel.@mapInsert(map(K, V), K, V): map(K, V)
            cel.@mapInsert(map(K, V), map(K, V)): map(K, V)
            """;

    private static final long RANGE_MAX = 1_000_000;

    private ListFunctions() {
    }

    static void register(Registry registry) {
        registry.add("indexOf", List.class, Object.class, (list, value) -> indexOf(list, value));
        registry.add("lastIndexOf", List.class, Object.class, (list, value) -> lastIndexOf(list, value));
        registry.add("isSorted", List.class, list -> isSorted(list));
        registry.add("sum", List.class, list -> sum(list));
        registry.add("min", List.class, list -> extreme(list, "min", -1));
        registry.add("max", List.class, list -> extreme(list, "max", 1));
        registry.add("slice", List.class, Long.class, Long.class, (list, from, to) -> slice(list, from, to));
        registry.add("distinct", List.class, list -> distinct(list));
        registry.add("reverse", List.class, list -> {
            List<@Nullable Object> reversed = copy(list);
            Collections.reverse(reversed);
            return reversed;
        });
        registry.add("sort", List.class, list -> {
            List<@Nullable Object> sorted = copy(list);
            sorted.sort(Values::compare);
            return sorted;
        });
        registry.add("first", List.class,
                list -> list.isEmpty() ? OptionalValue.NONE : OptionalValue.of(list.get(0)));
        registry.add("last", List.class,
                list -> list.isEmpty() ? OptionalValue.NONE : OptionalValue.of(list.get(list.size() - 1)));
        registry.add("flatten", List.class, list -> flatten(list, 1));
        registry.add("flatten", List.class, Long.class, (list, depth) -> flatten(list, depth));
        registry.add("lists.range", Long.class, ListFunctions::range);
    }

    private static List<@Nullable Object> copy(List<?> list) {
        return new ArrayList<>(list);
    }

    private static long indexOf(List<?> list, @Nullable Object value) {
        for (int i = 0; i < list.size(); i++) {
            if (Values.equal(list.get(i), value)) {
                return i;
            }
        }
        return -1;
    }

    private static long lastIndexOf(List<?> list, @Nullable Object value) {
        for (int i = list.size() - 1; i >= 0; i--) {
            if (Values.equal(list.get(i), value)) {
                return i;
            }
        }
        return -1;
    }

    private static boolean isSorted(List<?> list) {
        for (int i = 1; i < list.size(); i++) {
            if (Values.compare(list.get(i - 1), list.get(i)) > 0) {
                return false;
            }
        }
        return true;
    }

    private static Object sum(List<?> list) {
        Function plus = Libraries.function("_+_");
        Object sum = list.isEmpty() ? Long.valueOf(0) : Objects.requireNonNull(list.get(0));
        if (!Values.isNumber(sum) && !(sum instanceof Duration)) {
            throw Fault.noSuchOverload();
        }
        for (int i = 1; i < list.size(); i++) {
            sum = Objects.requireNonNull(plus.apply(new @Nullable Object[] {sum, list.get(i)}));
        }
        return sum;
    }

    private static @Nullable Object extreme(List<?> list, String name, int sign) {
        if (list.isEmpty()) {
            throw Fault.of("%s called on empty list", name);
        }
        Object best = list.get(0);
        for (Object element : list) {
            if (sign * Values.compare(element, best) > 0) {
                best = element;
            }
        }
        return best;
    }

    private static List<?> slice(List<?> list, long from, long to) {
        if (from < 0 || to < 0) {
            throw Fault.of("cannot slice(%d, %d), negative indexes not supported", from, to);
        }
        if (from > to) {
            throw Fault.of("cannot slice(%d, %d), start index must be less than or equal to end index", from, to);
        }
        if (to > list.size()) {
            throw Fault.of("cannot slice(%d, %d), list is length %d", from, to, list.size());
        }
        return list.subList((int) from, (int) to);
    }

    private static List<?> distinct(List<?> list) {
        var seen = new ArrayList<@Nullable Object>();
        list.forEach(element -> {
            if (!Arithmetic.contains(seen, element)) {
                seen.add(element);
            }
        });
        return seen;
    }

    private static List<?> flatten(List<?> list, long depth) {
        if (depth < 0) {
            throw Fault.of("level must be non-negative");
        }
        var flat = new ArrayList<@Nullable Object>();
        for (Object element : list) {
            if (depth > 0 && element instanceof List<?> inner) {
                flat.addAll(flatten(inner, depth - 1));
            } else {
                flat.add(element);
            }
        }
        return flat;
    }

    private static List<Long> range(long end) {
        if (end > RANGE_MAX) {
            throw Fault.of("lists.range() may have at most %d elements", RANGE_MAX);
        }
        return LongStream.range(0, end).boxed().toList();
    }
}
