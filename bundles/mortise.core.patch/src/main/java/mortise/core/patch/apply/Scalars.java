package mortise.core.patch.apply;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import mortise.api.JsonStruct;
import org.jspecify.annotations.Nullable;

/** Equality of tree values and the order of those that are no lists or objects. */
final class Scalars {

    /** Stands for a member that is not there; {@code null} is a value. */
    static final Object ABSENT = new Object();

    private static final double EXACT_MAX = 1L << 53;

    private Scalars() {
    }

    /** Returns whether two values are the same JSON value; 1 and 1.0 are. */
    static boolean same(@Nullable Object one, @Nullable Object other) {
        if (one == other || JsonStruct.areUnread(one, other)) {
            return true;
        }
        if (one instanceof Map<?, ?> a && other instanceof Map<?, ?> b) {
            return sameMembers(a, b);
        }
        if (one instanceof List<?> a && other instanceof List<?> b) {
            return sameItems(a, b);
        }
        if (one instanceof Number a && other instanceof Number b) {
            return compareNumbers(a, b) == 0;
        }
        return one != null && one.equals(other);
    }

    private static boolean sameMembers(Map<?, ?> one, Map<?, ?> other) {
        if (one.size() != other.size()) {
            return false;
        }
        for (Map.Entry<?, ?> member : one.entrySet()) {
            Object value = other.get(member.getKey());
            if (value == null && !other.containsKey(member.getKey()) || !same(member.getValue(), value)) {
                return false;
            }
        }
        return true;
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

    /** Returns a value in the form in which equal ones are {@link Object#equals equal}. */
    static @Nullable Object canonical(@Nullable Object value) {
        return value instanceof Double number && number == Math.rint(number) && Math.abs(number) <= EXACT_MAX
                ? (Object) number.longValue() : value;
    }

    /** Compares values that are no lists or objects: numbers come first, then texts, booleans, {@code null}. */
    static int compare(@Nullable Object one, @Nullable Object other) {
        int rank = rank(one);
        if (rank != rank(other)) {
            return rank - rank(other);
        }
        if (one instanceof Number a && other instanceof Number b) {
            return compareNumbers(a, b);
        }
        if (one instanceof String a && other instanceof String b) {
            return a.compareTo(b);
        }
        return one instanceof Boolean a && other instanceof Boolean b ? a.compareTo(b) : 0;
    }

    private static int rank(@Nullable Object value) {
        return value instanceof Number ? 0 : value instanceof String ? 1 : value instanceof Boolean ? 2 : 3;
    }

    private static int compareNumbers(Number one, Number other) {
        return one instanceof Double || other instanceof Double
                ? Double.compare(one.doubleValue() + 0.0, other.doubleValue() + 0.0)
                : Long.compare(one.longValue(), other.longValue());
    }
}
