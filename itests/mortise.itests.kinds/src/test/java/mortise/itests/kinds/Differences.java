package mortise.itests.kinds;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The first place in which two trees differ. */
final class Differences {

    private final Set<String> vague;

    private Differences(Set<String> vague) {
        this.vague = vague;
    }

    /** Fails with the place, indexes of lists left out so that the same bug has the same name. */
    static void assertSame(@Nullable Object actual, @Nullable Object expected) {
        assertSame(actual, expected, Set.of());
    }

    /**
     * Fails with the place.
     *
     * @param vague places where something empty and nothing mean the same
     */
    static void assertSame(@Nullable Object actual, @Nullable Object expected, Set<String> vague) {
        String difference = new Differences(vague).find("", actual, expected);
        if (!difference.isEmpty()) {
            throw new AssertionError(difference);
        }
    }

    private String find(String path, @Nullable Object actual, @Nullable Object expected) {
        if (Objects.equals(actual, expected)) {
            return "";
        }
        if (actual instanceof Map<?, ?> left && expected instanceof Map<?, ?> right) {
            return inMaps(path, left, right);
        }
        if (actual instanceof List<?> left && expected instanceof List<?> right && left.size() == right.size()) {
            return inLists(path + "[]", left, right);
        }
        return path + " is not the same\n" + show(actual) + " instead of " + show(expected);
    }

    private String inLists(String path, List<?> actual, List<?> expected) {
        for (int i = 0; i < actual.size(); i++) {
            String found = find(path, actual.get(i), expected.get(i));
            if (!found.isEmpty()) {
                return found;
            }
        }
        return "";
    }

    private String inMaps(String path, Map<?, ?> actual, Map<?, ?> expected) {
        Set<Object> keys = new TreeSet<>(actual.keySet());
        keys.addAll(expected.keySet());
        for (Object key : keys) {
            String below = path + "." + key;
            if (vague.contains(below) && isNothing(actual.get(key)) && isNothing(expected.get(key))) {
                continue;
            }
            if (!actual.containsKey(key) || !expected.containsKey(key)) {
                return below + (actual.containsKey(key) ? " is too many\n" : " is missing\n")
                        + show(actual.containsKey(key) ? actual.get(key) : expected.get(key));
            }
            String found = find(below, actual.get(key), expected.get(key));
            if (!found.isEmpty()) {
                return found;
            }
        }
        return "";
    }

    private static boolean isNothing(@Nullable Object value) {
        return value == null || value.equals("") || value.equals(false) || value.equals(Map.of());
    }

    private static String show(@Nullable Object value) {
        String text = Forms.show(value);
        return text.length() > 80 ? text.substring(0, 80) + "..." : text;
    }
}
