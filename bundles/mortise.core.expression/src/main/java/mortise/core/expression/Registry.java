package mortise.core.expression;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Functions by name; which of several it is follows from the values. {@code Object} takes everything, even null. */
final class Registry {

    /** Takes one value. */
    @FunctionalInterface
    interface One<A> {
        @Nullable Object apply(A a);
    }

    /** Takes two values. */
    @FunctionalInterface
    interface Two<A, B> {
        @Nullable Object apply(A a, B b);
    }

    /** Takes three values. */
    @FunctionalInterface
    interface Three<A, B, C> {
        @Nullable Object apply(A a, B b, C c);
    }

    private record Overload(Class<?>[] types, Function function) {

        boolean takes(@Nullable Object[] values) {
            if (values.length != types.length) {
                return false;
            }
            for (int i = 0; i < values.length; i++) {
                if (types[i] != Object.class && !types[i].isInstance(values[i])) {
                    return false;
                }
            }
            return true;
        }
    }

    private final Map<String, List<Overload>> overloads = new HashMap<>();

    void add(String name, Class<?>[] types, Function function) {
        overloads.computeIfAbsent(name, key -> new ArrayList<>()).add(new Overload(types, function));
    }

    <A> void add(String name, Class<A> a, One<? super A> function) {
        add(name, new Class<?>[] {a}, values -> function.apply(a.cast(values[0])));
    }

    <A, B> void add(String name, Class<A> a, Class<B> b, Two<? super A, ? super B> function) {
        add(name, new Class<?>[] {a, b}, values -> function.apply(a.cast(values[0]), b.cast(values[1])));
    }

    <A, B, C> void add(String name, Class<A> a, Class<B> b, Class<C> c,
            Three<? super A, ? super B, ? super C> function) {
        add(name, new Class<?>[] {a, b, c},
                values -> function.apply(a.cast(values[0]), b.cast(values[1]), c.cast(values[2])));
    }

    /** Returns the function of a name, whatever it takes. */
    Function function(String name) {
        List<Overload> candidates = List.copyOf(overloads.getOrDefault(name, List.of()));
        return values -> {
            for (Overload candidate : candidates) {
                if (candidate.takes(values)) {
                    return candidate.function().apply(values);
                }
            }
            throw Fault.noSuchOverload();
        };
    }

    boolean has(String name) {
        return overloads.containsKey(name);
    }
}
