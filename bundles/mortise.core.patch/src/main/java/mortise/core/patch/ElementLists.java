package mortise.core.patch;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import mortise.api.ApiObject;
import mortise.spi.group.ValueType;
import org.jspecify.annotations.Nullable;

/**
 * Merges and orders the lists of one field. Elements are told apart by the value of their key field, or without one by
 * their own value. Lists that are given stay as they are, but the elements of the target become those of the outcome.
 *
 * @param objects merges elements
 * @param refusal says what is wrong
 * @param key name of the key field; empty when elements are texts or numbers
 * @param element what the elements are; {@code null} when that is unknown
 */
record ElementLists(
        StrategicMergePatch objects, StrategicRefusal refusal, String key, @Nullable ValueType element) {

    /** Returns the elements of both; those of the patch are in its order, the others around them as they were. */
    List<@Nullable Object> merge(List<?> target, List<?> patch) {
        if (target.isEmpty() && patch.isEmpty()) {
            return new ArrayList<>();
        }
        return objectsOnly(target, patch) ? mergeObjects(target, patch) : mergeValues(target, patch);
    }

    /** Says whether all elements are objects rather than of another type; they must be of one. */
    private boolean objectsOnly(List<?> target, List<?> patch) {
        Object first = target.isEmpty() ? patch.get(0) : target.get(0);
        if (first instanceof List) {
            throw StrategicRefusal.unsupported();
        }
        String type = ApiObject.typeName(first);
        for (List<?> list : List.of(target, patch)) {
            if (!list.stream().allMatch(item -> ApiObject.typeName(item).equals(type))) {
                throw refusal.unlikeElements(target, patch);
            }
        }
        return first instanceof Map;
    }

    private List<@Nullable Object> mergeValues(List<?> target, List<?> patch) {
        var once = new LinkedHashMap<@Nullable Object, @Nullable Object>();
        target.forEach(value -> once.putIfAbsent(comparable(value), value));
        patch.forEach(value -> once.putIfAbsent(comparable(value), value));
        return ordered(new ArrayList<>(once.values()), patch, target);
    }

    private List<@Nullable Object> mergeObjects(List<?> target, List<?> patch) {
        if (key.isEmpty()) {
            throw refusal.noDeclaredKey();
        }
        var deleted = new HashSet<@Nullable Object>();
        var changes = new ArrayList<Map<?, ?>>();
        boolean replaces = false;
        for (Object item : patch) {
            var change = (Map<?, ?>) item;
            if (!change.containsKey(Directives.PATCH)) {
                changes.add(change);
            } else if (deletes(change)) {
                deleted.add(keyOf(change));
            } else {
                replaces = true;
            }
        }
        if (replaces) {
            return replaced(changes);
        }
        List<?> kept = deleted.isEmpty() ? target
                : target.stream().filter(item -> !deleted.contains(comparable(((Map<?, ?>) item).get(key)))).toList();
        return ordered(join(kept, changes), changes, kept);
    }

    /** Says whether an element with a directive deletes; else it replaces. */
    private boolean deletes(Map<?, ?> change) {
        Object directive = change.get(Directives.PATCH);
        if ("delete".equals(directive)) {
            return true;
        }
        if ("merge".equals(directive)) {
            throw refusal.mergeDirectiveInList();
        }
        if (!"replace".equals(directive)) {
            throw refusal.unknownDirective(directive, change);
        }
        return false;
    }

    private List<@Nullable Object> replaced(List<Map<?, ?>> changes) {
        var all = new ArrayList<@Nullable Object>(changes.size());
        changes.forEach(change -> {
            keyOf(change);
            all.add(StrategicMergePatch.freshMembers(change));
        });
        return all;
    }

    /** Returns the elements of the target, each merged with the changes of its key, and the new ones behind them. */
    private List<@Nullable Object> join(List<?> target, List<Map<?, ?>> changes) {
        var joined = new ArrayList<@Nullable Object>(target.size() + changes.size());
        var places = new HashMap<@Nullable Object, Integer>();
        for (Object item : target) {
            places.putIfAbsent(keyOf(item), joined.size());
            joined.add(item);
        }
        for (Map<?, ?> change : changes) {
            Integer place = places.putIfAbsent(keyOf(change), joined.size());
            if (place == null) {
                joined.add(StrategicMergePatch.freshMembers(change));
            } else {
                joined.set(place, objects.merge(StrategicMergePatch.own(joined.get(place)), change, element));
            }
        }
        return joined;
    }

    /**
     * Returns a list in another order: elements that the order names as it says, the others as they were, and of two
     * such runs first the one that was first.
     *
     * @param merged becomes part of the outcome
     * @param order elements, or objects with nothing but the key
     * @param before how the elements were ordered
     */
    List<@Nullable Object> ordered(List<?> merged, List<?> order, List<?> before) {
        objects.spend(merged.size() + order.size() + before.size());
        Map<@Nullable Object, Integer> wanted = ranks(order);
        Map<@Nullable Object, Integer> known = ranks(before);
        var named = new ArrayList<Ranked>();
        var others = new ArrayList<Ranked>();
        for (Object item : merged) {
            Object itemKey = keyOf(item);
            Integer rank = wanted.get(itemKey);
            Integer place = known.get(itemKey);
            (rank == null ? others : named).add(new Ranked(item, rank == null ? place : rank, place));
        }
        named.sort(Ranked.BY_RANK);
        others.sort(Ranked.BY_RANK);
        return interleaved(others, named);
    }

    /** Takes the next of the others only when it was before the next of the named, or none of these is left. */
    private static List<@Nullable Object> interleaved(List<Ranked> others, List<Ranked> named) {
        var all = new ArrayList<@Nullable Object>(others.size() + named.size());
        int next = 0;
        for (Ranked item : named) {
            while (next < others.size() && others.get(next).wasBefore(item)) {
                all.add(others.get(next++).item());
            }
            all.add(item.item());
        }
        others.subList(next, others.size()).forEach(item -> all.add(item.item()));
        return all;
    }

    private Map<@Nullable Object, Integer> ranks(List<?> list) {
        var ranks = new HashMap<@Nullable Object, Integer>();
        for (Object item : list) {
            ranks.putIfAbsent(keyOf(item), ranks.size());
        }
        return ranks;
    }

    /**
     * Refuses a patch whose elements are not in the order that it asks for itself.
     *
     * @param patch elements; those with a directive do not count
     */
    void checkOrder(List<?> patch, List<?> order) {
        if (patch.isEmpty() || order.isEmpty()) {
            return;
        }
        int next = 0;
        for (Object item : patch) {
            if (item instanceof Map<?, ?> change && change.containsKey(Directives.PATCH)) {
                continue;
            }
            Object wanted = keyOf(item);
            while (next < order.size() && !same(wanted, keyOf(order.get(next)))) {
                next++;
            }
            if (next++ >= order.size()) {
                throw refusal.otherOrder(patch, order);
            }
        }
    }

    /** Returns a list without some of its texts or numbers. */
    static List<@Nullable Object> without(List<?> target, List<?> gone) {
        Set<@Nullable Object> values = new HashSet<>();
        gone.forEach(value -> values.add(comparable(value)));
        var kept = new ArrayList<@Nullable Object>(target.size());
        target.forEach(value -> {
            if (!values.contains(comparable(value))) {
                kept.add(value);
            }
        });
        return kept;
    }

    private @Nullable Object keyOf(@Nullable Object item) {
        if (key.isEmpty()) {
            return comparable(item);
        }
        if (!(item instanceof Map<?, ?> members)) {
            throw refusal.noMap(item);
        }
        if (!members.containsKey(key)) {
            throw refusal.noMergeKey(members, key);
        }
        return comparable(members.get(key));
    }

    /** Numbers are the same with and without a point. */
    private static @Nullable Object comparable(@Nullable Object value) {
        return value instanceof Double number && number == Math.rint(number) && Math.abs(number) < Long.MAX_VALUE
                ? (Object) number.longValue() : value;
    }

    private static boolean same(@Nullable Object one, @Nullable Object other) {
        return one == null ? other == null : one.equals(other);
    }

    /**
     * An element on its way to its place.
     *
     * @param rank among those that are sorted with it; {@code null} for last
     * @param place where it was; {@code null} when it is new
     */
    private record Ranked(@Nullable Object item, @Nullable Integer rank, @Nullable Integer place) {

        static final Comparator<Ranked> BY_RANK =
                Comparator.comparing(Ranked::rank, Comparator.nullsLast(Comparator.naturalOrder()));

        boolean wasBefore(Ranked other) {
            return place != null && other.place != null && place < other.place;
        }
    }
}
