package mortise.core.expression;

import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BinaryOperator;
import java.util.function.DoubleBinaryOperator;
import java.util.function.IntPredicate;
import java.util.function.LongBinaryOperator;
import org.jspecify.annotations.Nullable;

/** Operators and {@code size}. */
final class Arithmetic {

    private Arithmetic() {
    }

    static void register(Registry registry) {
        registry.add("_==_", Object.class, Object.class, Values::equal);
        registry.add("_!=_", Object.class, Object.class, (a, b) -> !Values.equal(a, b));
        order(registry, "_<_", sign -> sign < 0);
        order(registry, "_<=_", sign -> sign <= 0);
        order(registry, "_>_", sign -> sign > 0);
        order(registry, "_>=_", sign -> sign >= 0);
        numbers(registry, "_+_", Math::addExact, BigInteger::add, Double::sum);
        numbers(registry, "_-_", Math::subtractExact, BigInteger::subtract, (a, b) -> a - b);
        numbers(registry, "_*_", Math::multiplyExact, BigInteger::multiply, (a, b) -> a * b);
        numbers(registry, "_/_", Arithmetic::divide, BigInteger::divide, (a, b) -> a / b);
        registry.add("_%_", Long.class, Long.class, (a, b) -> remainder(a, b));
        registry.add("_%_", Unsigned.class, Unsigned.class, (a, b) -> {
            if (b.bits() == 0) {
                throw Fault.of("modulus by zero");
            }
            return new Unsigned(Long.remainderUnsigned(a.bits(), b.bits()));
        });
        registry.add("-_", Long.class, a -> exactly(() -> Math.negateExact(a)));
        registry.add("-_", Double.class, a -> -a);
        registry.add("!_", Boolean.class, a -> !a);
        sums(registry);
        members(registry);
    }

    private static void sums(Registry registry) {
        registry.add("_+_", String.class, String.class, String::concat);
        registry.add("_+_", Bytes.class, Bytes.class, Bytes::plus);
        registry.add("_+_", List.class, List.class, (a, b) -> Values.plus(a, b));
        registry.add("_+_", Instant.class, Duration.class, (a, b) -> moment(() -> a.plus(b)));
        registry.add("_+_", Duration.class, Instant.class, (a, b) -> moment(() -> b.plus(a)));
        registry.add("_+_", Duration.class, Duration.class, (a, b) -> moment(() -> a.plus(b)));
        registry.add("_-_", Instant.class, Duration.class, (a, b) -> moment(() -> a.minus(b)));
        registry.add("_-_", Instant.class, Instant.class, (a, b) -> moment(() -> Duration.between(b, a)));
        registry.add("_-_", Duration.class, Duration.class, (a, b) -> moment(() -> a.minus(b)));
    }

    private static void members(Registry registry) {
        for (String in : List.of("@in", "_in_", "in")) {
            registry.add(in, Object.class, List.class, (a, b) -> contains(b, a));
            registry.add(in, Object.class, Map.class, (a, b) -> b.containsKey(a));
        }
        registry.add("size", String.class, Values::size);
        registry.add("size", Bytes.class, Values::size);
        registry.add("size", List.class, Values::size);
        registry.add("size", Map.class, Values::size);
        registry.add("cel.@mapInsert", MapValue.class, Object.class, Object.class, (map, key, value) -> {
            map.insert(key, value);
            return map;
        });
        registry.add("cel.@mapInsert", MapValue.class, Map.class, (map, more) -> {
            ((Map<?, ?>) more).forEach(map::insert);
            return map;
        });
    }

    static boolean contains(List<?> list, @Nullable Object value) {
        for (Object element : list) {
            if (Values.equal(element, value)) {
                return true;
            }
        }
        return false;
    }

    private static void order(Registry registry, String name, IntPredicate test) {
        registry.add(name, Object.class, Object.class,
                (a, b) -> !Values.unordered(a, b) && test.test(Values.compare(a, b)));
    }

    private static void numbers(Registry registry, String name, LongBinaryOperator whole,
            BinaryOperator<BigInteger> unsigned, DoubleBinaryOperator broken) {
        registry.add(name, Long.class, Long.class, (a, b) -> exactly(() -> whole.applyAsLong(a, b)));
        registry.add(name, Unsigned.class, Unsigned.class, (a, b) -> {
            if (name.equals("_/_") && b.bits() == 0) {
                throw Fault.of("division by zero");
            }
            return Unsigned.of(unsigned.apply(a.number(), b.number()));
        });
        registry.add(name, Double.class, Double.class, (a, b) -> broken.applyAsDouble(a, b));
    }

    /** Computes a number of the JDK. */
    @FunctionalInterface
    private interface Exact {
        long compute();
    }

    private static Long exactly(Exact exact) {
        try {
            return exact.compute();
        } catch (ArithmeticException e) {
            throw Fault.of("integer overflow");
        }
    }

    /** Computes a time or a duration. */
    @FunctionalInterface
    private interface Momentary {
        Object compute();
    }

    private static Object moment(Momentary momentary) {
        try {
            return Objects.requireNonNull(momentary.compute());
        } catch (ArithmeticException | DateTimeException e) {
            throw Fault.of("timestamp overflow");
        }
    }

    private static long divide(long a, long b) {
        if (b == 0) {
            throw Fault.of("division by zero");
        }
        if (a == Long.MIN_VALUE && b == -1) {
            throw Fault.of("integer overflow");
        }
        return a / b;
    }

    private static long remainder(long a, long b) {
        if (b == 0) {
            throw Fault.of("modulus by zero");
        }
        return a % b;
    }
}
