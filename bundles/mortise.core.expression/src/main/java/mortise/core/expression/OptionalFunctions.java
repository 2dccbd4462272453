package mortise.core.expression;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Values that may be missing; {@code or} and {@code orValue} are with the other logic. */
final class OptionalFunctions {

    static final String DECLARED = """
            optional.of(V): optional(V)
            optional.ofNonZeroValue(V): optional(V)
            optional.none(): optional(V)
            optional(V) -> value(): V
            optional(V) -> hasValue(): bool
            optional(V) -> or(optional(V)): optional(V)
            optional(V) -> orValue(V): V
            _[_](optional(list(V)), int): optional(V)
            _[_](optional(map(K, V)), K): optional(V)
            _[?_](list(V), int): optional(V)
            _[?_](optional(list(V)), int): optional(V)
            _[?_](map(K, V), K): optional(V)
            _[?_](optional(map(K, V)), K): optional(V)
            """;

    private OptionalFunctions() {
    }

    static void register(Registry registry) {
        registry.add("optional.of", Object.class, value -> OptionalValue.of(value));
        registry.add("optional.ofNonZeroValue", Object.class,
                value -> isZero(value) ? OptionalValue.NONE : OptionalValue.of(value));
        registry.add("optional.none", new Class<?>[0], values -> OptionalValue.NONE);
        registry.add("value", OptionalValue.class, OptionalValue::get);
        registry.add("hasValue", OptionalValue.class, OptionalValue::present);
    }

    private static boolean isZero(@Nullable Object value) {
        if (value instanceof List<?> list) {
            return list.isEmpty();
        }
        if (value instanceof Map<?, ?> map) {
            return map.isEmpty();
        }
        return value == null || Boolean.FALSE.equals(value) || "".equals(value)
                || Values.isNumber(value) && Values.equal(value, 0L)
                || value instanceof Duration duration && duration.isZero()
                || value instanceof Bytes bytes && bytes.array().length == 0
                || value instanceof OptionalValue maybe && !maybe.present();
    }
}
