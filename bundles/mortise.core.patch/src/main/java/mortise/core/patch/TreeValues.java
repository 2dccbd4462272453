package mortise.core.patch;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What patches ask of tree values: their size, depth and equality. */
final class TreeValues {

    private TreeValues() {}

    /** Returns whether a value is nested at most so deeply; looks no further. */
    static boolean fits(@Nullable Object value, int depthMax) {
        Iterable<?> items = items(value);
        if (items == null) {
            return true;
        }
        if (depthMax == 0) {
            return false;
        }
        for (Object item : items) {
            if (!fits(item, depthMax - 1)) {
                return false;
            }
        }
        return true;
    }

    private static @Nullable Iterable<?> items(@Nullable Object value) {
        if (value instanceof Map<?, ?> struct) {
            return struct.values();
        }
        return value instanceof List<?> list ? list : null;
    }

    /** Returns whether two values are the same JSON value; 1 and 1.0 are. */
    static boolean same(@Nullable Object one, @Nullable Object other) {
        if (one instanceof Map<?, ?> a && other instanceof Map<?, ?> b) {
            return a.size() == b.size()
                    && a.entrySet().stream()
                            .allMatch(member -> b.containsKey(member.getKey())
                                    && same(member.getValue(), b.get(member.getKey())));
        }
        if (one instanceof List<?> a && other instanceof List<?> b) {
            return sameItems(a, b);
        }
        if (one instanceof Number a && other instanceof Number b) {
            return sameNumber(a, b);
        }
        return one == null ? other == null : one.equals(other);
    }

    private static boolean sameItems(List<?> one, List<?> other) {
        if (one.size() != other.size()) {
            return false;
        }
        Iterator<?> others = other.iterator();
        for (Object item : one) {
            if (!same(item, others.next())) {
                return false;
            }
        }
        return true;
    }

    private static boolean sameNumber(Number one, Number other) {
        boolean inexact = one instanceof Double || other instanceof Double;
        return inexact ? one.doubleValue() == other.doubleValue() : one.longValue() == other.longValue();
    }

    /** Counts the bytes of compact JSON against a budget while it copies. */
    static final class Copier {

        private long budget;

        Copier(long budget) {
            this.budget = budget;
        }

        /**
         * Returns a deep copy.
         *
         * @param depthMax how deeply the value may be nested
         * @throws PatchFailure when it is nested deeper, or larger than what is left of the budget
         */
        @Nullable Object copy(@Nullable Object value, int depthMax) {
            if (value instanceof Map<?, ?> struct) {
                var copy = new LinkedHashMap<String, @Nullable Object>();
                spend(2, depthMax);
                struct.forEach((name, item) -> {
                    spend(((String) name).length() + 4, depthMax);
                    copy.put((String) name, copy(item, depthMax - 1));
                });
                return copy;
            }
            if (value instanceof List<?> list) {
                var copy = new ArrayList<@Nullable Object>();
                spend(2, depthMax);
                list.forEach(item -> {
                    spend(1, depthMax);
                    copy.add(copy(item, depthMax - 1));
                });
                return copy;
            }
            spend(value instanceof String text ? text.length() + 2 : String.valueOf(value).length(), 1);
            return value;
        }

        private void spend(int bytes, int depthMax) {
            budget -= bytes;
            if (budget < 0) {
                throw new PatchFailure("copies exceed the limit");
            }
            if (depthMax < 1) {
                throw new PatchFailure("nested too deeply");
            }
        }
    }
}
