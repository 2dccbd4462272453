package mortise.core.patch;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A JSON pointer (RFC 6901): the steps from the root of a document to a value in it.
 *
 * @param steps member names or list positions; none for the root
 */
record JsonPointer(List<String> steps) {

    /** Digits of a list position; more would be beyond every list. */
    private static final int INDEX_DIGITS_MAX = 9;

    static JsonPointer parse(String text) {
        var steps = new ArrayList<String>();
        if (!text.isEmpty() && text.charAt(0) != '/') {
            throw new PatchFailure("a pointer starts with /");
        }
        for (int from = 1; from <= text.length(); ) {
            int slash = text.indexOf('/', from);
            int to = slash < 0 ? text.length() : slash;
            steps.add(unescape(text.substring(from, to)));
            from = to + 1;
        }
        return new JsonPointer(steps);
    }

    private static String unescape(String step) {
        for (int at = step.indexOf('~'); at >= 0; at = step.indexOf('~', at + 1)) {
            if (at + 1 == step.length() || "01".indexOf(step.charAt(at + 1)) < 0) {
                throw new PatchFailure("~ must be followed by 0 or 1");
            }
        }
        return step.replace("~1", "/").replace("~0", "~");
    }

    boolean isRoot() {
        return steps.isEmpty();
    }

    String last() {
        return steps.get(steps.size() - 1);
    }

    /** Returns whether the other one leads into the value that this one leads to. */
    boolean isAbove(JsonPointer other) {
        return other.steps.size() > steps.size() && other.steps.subList(0, steps.size()).equals(steps);
    }

    /** Returns the value that this pointer leads to, which must exist. */
    @Nullable Object find(@Nullable Object document) {
        return follow(document, steps.size());
    }

    /** Returns the object or list that holds the value that this pointer leads to. */
    Object parent(@Nullable Object document) {
        Object parent = follow(document, steps.size() - 1);
        if (parent instanceof Map || parent instanceof List) {
            return parent;
        }
        throw new PatchFailure("the parent is no object or list");
    }

    private @Nullable Object follow(@Nullable Object document, int count) {
        Object value = document;
        for (int i = 0; i < count; i++) {
            String step = steps.get(i);
            if (value instanceof Map<?, ?> struct && struct.containsKey(step)) {
                value = struct.get(step);
            } else if (value instanceof List<?> list) {
                value = list.get(index(step, list.size() - 1));
            } else {
                throw new PatchFailure("missing path");
            }
        }
        return value;
    }

    /**
     * Returns the list position that a step names, which must not be beyond the given one. Other than RFC 6901 says,
     * one after a hyphen is counted from the end: {@code -1} is the given one.
     */
    static int index(String step, int indexMax) {
        boolean fromEnd = step.startsWith("-");
        String number = fromEnd ? step.substring(1) : step;
        boolean digits = !number.isEmpty() && number.length() <= INDEX_DIGITS_MAX
                && number.chars().allMatch(c -> c >= '0' && c <= '9');
        if (!digits || number.charAt(0) == '0' && step.length() > 1) {
            throw new PatchFailure("no such list position");
        }
        int index = fromEnd ? indexMax + 1 - Integer.parseInt(number) : Integer.parseInt(number);
        if (index < 0 || index > indexMax) {
            throw new PatchFailure("no such list position");
        }
        return index;
    }
}
