package mortise.core.expression;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What operations cost when they are evaluated, in units of roughly one comparison. The figures are those of
 * kube-apiserver.
 */
final class Costs {

    /** A name, a field, a key or an index. */
    static final long SELECT = 1;
    /** A call that looks at a fixed amount of data. */
    static final long CALL = 1;
    /** A list literal, besides its elements. */
    static final long LIST = 40;
    /** A map literal, besides its entries. */
    static final long MAP = 30;
    /** A question to the authorizer: two in an expression, and no more. */
    static final long ACCESS_CHECK = 350_000;
    /** Looking once through a text, for each character. */
    static final double TRAVERSAL = 0.1;
    /** A regular expression, for each of its characters. */
    static final double REGEX = 0.25;

    /** Costs of looking through the first argument once. */
    static final Set<String> TRAVERSING = Set.of("url", "isURL", "lowerAscii", "upperAscii", "substring", "trim",
            "jsonpatch.escapeKey", "cidr", "isIP", "isCIDR", "quantity", "isQuantity", "semver", "isSemver", "bytes",
            "format", "strings.quote", "reverse");
    /** Costs of looking through the first argument twice. */
    static final Set<String> TRAVERSING_TWICE = Set.of("replace", "split", "ip.isCanonical");
    /** Costs of looking at every element. */
    static final Set<String> LIST_WISE =
            Set.of("isSorted", "sum", "max", "min", "indexOf", "lastIndexOf", "distinct", "sort", "flatten", "slice");
    static final Set<String> COMPARING = Set.of("_==_", "_!=_", "_<_", "_<=_", "_>_", "_>=_");
    static final Set<String> IN = Set.of("@in", "_in_", "in");
    static final Map<String, Integer> SETS = Map.of("sets.contains", 1, "sets.intersects", 1, "sets.equivalent", 2);

    private Costs() {
    }

    /** Returns what a call with these arguments costs, without the arguments themselves. */
    static long before(String name, @Nullable Object[] values) {
        if (values.length == 0) {
            return CALL;
        }
        Object first = values[0];
        if (COMPARING.contains(name)) {
            return compared(first, values[1]);
        }
        if (name.equals("_+_")) {
            return first instanceof String || first instanceof Bytes
                    ? part(Values.size(first) + Values.size(values[1]), TRAVERSAL) : CALL;
        }
        if (IN.contains(name)) {
            return values[1] instanceof List<?> list ? list.size() : CALL;
        }
        if (SETS.containsKey(name)) {
            return CALL + SETS.get(name) * Values.size(first) * Values.size(values[1]);
        }
        if (LIST_WISE.contains(name)) {
            return traversal(first);
        }
        if (TRAVERSING.contains(name)) {
            return first instanceof String ? part(Values.size(first), TRAVERSAL) : CALL;
        }
        if (TRAVERSING_TWICE.contains(name)) {
            return part(Values.size(first), 2 * TRAVERSAL);
        }
        return special(name, values);
    }

    private static long special(String name, @Nullable Object[] values) {
        Object first = values[0];
        return switch (name) {
            case "startsWith", "endsWith", "fieldSelector", "labelSelector" -> part(Values.size(values[1]), TRAVERSAL);
            case "matches", "find", "findAll" -> part(1.0 + Values.size(first), TRAVERSAL)
                    * part(Values.size(values[1]), REGEX);
            case "contains" -> part(Values.size(first), TRAVERSAL) * part(Values.size(values[1]), TRAVERSAL);
            case "check" -> ACCESS_CHECK;
            case "ip", "string" -> first instanceof String && name.equals("ip") || first instanceof Bytes
                    ? part(Values.size(first), TRAVERSAL) : CALL;
            case "containsIP", "containsCIDR" -> part(2.0 * Values.size(first), TRAVERSAL)
                    + (values[1] instanceof String ? part(Values.size(values[1]), TRAVERSAL) : 0)
                    + (name.equals("containsCIDR") ? 1 : 0);
            case "validate" -> first instanceof NamedFormat format
                    ? part(Values.size(values[1]), TRAVERSAL) * part(format.regexSize(), REGEX) : CALL;
            case "join" -> 0;
            default -> CALL;
        };
    }

    /** Returns what is known to cost only when the result is there. */
    static long after(String name, @Nullable Object result) {
        return name.equals("join") ? part(Values.size(result), 2 * TRAVERSAL) : 0;
    }

    private static long compared(@Nullable Object a, @Nullable Object b) {
        return part(Math.min(Values.size(a), Values.size(b)), TRAVERSAL);
    }

    private static long traversal(@Nullable Object value) {
        if (value instanceof String || value instanceof Bytes) {
            return part(Values.size(value), TRAVERSAL);
        }
        if (value instanceof List<?> list) {
            long cost = 0;
            for (Object element : list) {
                cost += traversal(element);
            }
            return cost;
        }
        return 1;
    }

    private static long part(double size, double factor) {
        return (long) Math.ceil(size * factor);
    }
}
