package mortise.core.expression;

import java.util.List;

/** Lists taken as sets. */
final class SetFunctions {

    static final String DECLARED = """
            sets.contains(list(T), list(T)): bool
            sets.equivalent(list(T), list(T)): bool
            sets.intersects(list(T), list(T)): bool
            """;

    private SetFunctions() {
    }

    static void register(Registry registry) {
        registry.add("sets.contains", List.class, List.class, (a, b) -> contains(a, b));
        registry.add("sets.equivalent", List.class, List.class, (a, b) -> contains(a, b) && contains(b, a));
        registry.add("sets.intersects", List.class, List.class, (a, b) -> intersects(a, b));
    }

    private static boolean contains(List<?> list, List<?> all) {
        return all.stream().allMatch(element -> Arithmetic.contains(list, element));
    }

    private static boolean intersects(List<?> list, List<?> some) {
        return some.stream().anyMatch(element -> Arithmetic.contains(list, element));
    }
}
