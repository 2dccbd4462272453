package mortise.core.patch;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the members of a patch that are no fields say.
 *
 * @param retained the members that the object may keep; {@code null} when it keeps all
 * @param orders by the name of a list, how its elements shall be ordered
 * @param deletions by the name of a list, the texts or numbers that shall leave it
 */
record Directives(
        @Nullable Set<?> retained, Map<String, @Nullable Object> orders, Map<String, @Nullable Object> deletions) {

    static final String PATCH = "$patch";
    static final String RETAIN = "$retainKeys";
    static final String ORDER = "$setElementOrder";
    static final String DELETE = "$deleteFromPrimitiveList";

    private static final Directives NONE = new Directives(null, Map.of(), Map.of());

    static Directives of(Map<?, ?> patch) {
        if (patch.keySet().stream().noneMatch(name -> isDirective((String) name))) {
            return NONE;
        }
        var orders = new LinkedHashMap<String, @Nullable Object>();
        var deletions = new LinkedHashMap<String, @Nullable Object>();
        patch.forEach((key, value) -> {
            String name = (String) key;
            if (name.startsWith(ORDER)) {
                if (!name.startsWith(ORDER + "/")) {
                    throw StrategicRefusal.badOrder();
                }
                orders.put(name.substring(ORDER.length() + 1), value);
            } else if (name.startsWith(DELETE)) {
                if (!name.startsWith(DELETE + "/")) {
                    throw StrategicRefusal.badDeletions();
                }
                deletions.put(name.substring(DELETE.length() + 1), value);
            }
        });
        return new Directives(retained(patch), orders, deletions);
    }

    /** Says whether a member of a patch is no field. */
    static boolean isDirective(String name) {
        return name.startsWith("$") && (name.equals(PATCH) || name.equals(RETAIN) || name.startsWith(ORDER)
                || name.startsWith(DELETE));
    }

    /** What the patch sets must be among what is to be kept. */
    private static @Nullable Set<?> retained(Map<?, ?> patch) {
        if (!patch.containsKey(RETAIN)) {
            return null;
        }
        if (!(patch.get(RETAIN) instanceof List<?> names)) {
            throw StrategicRefusal.badRetainKeys();
        }
        Set<?> retained = new HashSet<>(names);
        patch.forEach((name, value) -> {
            if (value != null && !isDirective((String) name) && !retained.contains(name)) {
                throw StrategicRefusal.badRetainKeys();
            }
        });
        return retained;
    }
}
