package mortise.core.patch;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.spi.group.Field;
import mortise.spi.group.StructType;
import mortise.spi.group.ValueType;
import org.jspecify.annotations.Nullable;

/**
 * Strategic merge patch on trees: like {@link MergePatch}, but lists whose fields say so are merged by a key of their
 * elements, and members that start with {@code $} say what merging cannot: {@code $patch}, {@code $retainKeys}, {@code
 * $setElementOrder/} and {@code $deleteFromPrimitiveList/} with the name of a list. Never blocks.
 */
public final class StrategicMergePatch {

    /** Stands for a member that is not there; {@code null} is a value. */
    private static final Object ABSENT = new Object();
    private static final String REPLACE = "replace";
    private static final String MERGE = "merge";

    private final StrategicRefusal refusal;
    private long elementsLeft;

    private StrategicMergePatch(StrategicLimits limits) {
        elementsLeft = limits.elementsMax();
        refusal = new StrategicRefusal(limits.quotedCharsMax());
    }

    /**
     * Returns the target with the patch applied, as a new tree that shares nothing mutable with either. Fields of the
     * target keep their place, new ones follow. What the type does not know is merged as plain JSON.
     *
     * @param target any object; left as it is
     * @param patch the decoded patch; left as it is
     * @param type the fields of the target
     * @throws ApiException 400 when a directive has the wrong form; 413 when too many elements are to be looked at; 422
     *     when the patch is nested too deeply or merges lists of lists; 500 with the message that clients know when
     *     elements have no merge key, are in another order than the patch says or have unlike types, or a directive is
     *     unknown
     */
    public static Map<String, @Nullable Object> apply(
            Map<?, ?> target, Map<?, ?> patch, StructType type, StrategicLimits limits) {
        if (!TreeValues.fits(patch, limits.depthMax())) {
            throw StrategicRefusal.unsupported();
        }
        return new StrategicMergePatch(limits).merge(own(ApiObject.copy(target)), patch, ValueType.of(type));
    }

    /**
     * Returns an object with a patch applied.
     *
     * @param target may be changed and become part of the outcome
     * @param type {@code null} where nothing is known about the fields
     */
    Map<String, @Nullable Object> merge(
            Map<String, @Nullable Object> target, Map<?, ?> patch, @Nullable ValueType type) {
        if (patch.containsKey(Directives.PATCH)) {
            return instead(patch);
        }
        Directives directives = Directives.of(patch);
        if (directives.retained() != null) {
            target.keySet().retainAll(directives.retained());
        }
        directives.orders().forEach((name, order) -> {
            Member member = Member.of(type, name);
            if (type != null && type.struct() != null && member.type() == null) {
                throw refusal.unknownField(type.struct().name(), name);
            }
            put(target, name, ordered(at(target, name), at(patch, name), order, member));
        });
        patch.forEach((key, change) -> {
            String name = (String) key;
            if (!Directives.isDirective(name) && !directives.orders().containsKey(name)) {
                put(target, name, changed(at(target, name), change, Member.of(type, name)));
            }
        });
        directives.deletions().forEach((name, gone) -> {
            if (target.containsKey(name)) {
                target.put(name, without(target.get(name), gone, Member.of(type, name)));
            }
        });
        return target;
    }

    private static @Nullable Object at(Map<?, ?> members, String name) {
        return members.containsKey(name) ? members.get(name) : ABSENT;
    }

    private static void put(Map<String, @Nullable Object> members, String name, @Nullable Object value) {
        if (value == ABSENT) {
            members.remove(name);
        } else {
            members.put(name, value);
        }
    }

    @SuppressWarnings("unchecked") // A tree has no other maps, and this one is our copy.
    static Map<String, @Nullable Object> own(@Nullable Object copied) {
        return (Map<String, @Nullable Object>) Objects.requireNonNull(copied);
    }

    /** Returns what a patch that says so itself leaves of an object. */
    private Map<String, @Nullable Object> instead(Map<?, ?> patch) {
        Object directive = patch.get(Directives.PATCH);
        if (REPLACE.equals(directive)) {
            return freshMembers(patch);
        }
        if ("delete".equals(directive)) {
            return new LinkedHashMap<>();
        }
        throw refusal.unknownDirective(directive, patch);
    }

    private @Nullable Object changed(@Nullable Object old, @Nullable Object change, Member member) {
        if (change == null) {
            return ABSENT;
        }
        if (old instanceof Map<?, ?> target && change instanceof Map<?, ?> patch && !member.is(REPLACE)) {
            return merge(own(target), patch, member.type());
        }
        if (old instanceof List<?> target && change instanceof List<?> patch && member.is(MERGE)) {
            return lists(member).merge(target, patch);
        }
        return fresh(change);
    }

    private @Nullable Object ordered(
            @Nullable Object old, @Nullable Object change, @Nullable Object wanted, Member member) {
        List<?> order = list(wanted);
        List<?> target = old == ABSENT ? List.of() : list(old);
        List<?> patch = change == ABSENT ? List.of() : list(change);
        ElementLists lists = lists(member);
        lists.checkOrder(patch, order);
        if (old == ABSENT && change == ABSENT) {
            return ABSENT;
        }
        Object merged = old == ABSENT ? fresh(patch)
                : change == ABSENT ? target : changed(target, patch, member);
        return lists.ordered(list(merged), order, target);
    }

    private static List<@Nullable Object> without(
            @Nullable Object value, @Nullable Object deletions, Member member) {
        if (!(value instanceof List<?> target) || !(deletions instanceof List<?> gone) || !member.is(MERGE)) {
            throw StrategicRefusal.badDeletions();
        }
        if (gone.stream().anyMatch(item -> item instanceof Map || item instanceof List)) {
            throw StrategicRefusal.badDeletions();
        }
        return ElementLists.without(target, gone);
    }

    /** Counts elements that are looked at: what repeats keys may look at the same ones again and again. */
    void spend(int elements) {
        elementsLeft -= elements;
        if (elementsLeft < 0) {
            throw StrategicRefusal.tooManyElements();
        }
    }

    private ElementLists lists(Member member) {
        ValueType type = member.type();
        return new ElementLists(this, refusal, member.merge().patchMergeKey(), type == null ? null : type.element());
    }

    private List<?> list(@Nullable Object value) {
        if (value instanceof List<?> list) {
            return list;
        }
        throw refusal.noList(value);
    }

    /**
     * Returns a copy of what a patch sets where nothing was before: without {@code null}, which there is nothing to
     * delete for, and without directives.
     */
    static @Nullable Object fresh(@Nullable Object value) {
        if (value instanceof Map<?, ?> members) {
            return "delete".equals(members.get(Directives.PATCH)) ? ABSENT : freshMembers(members);
        }
        if (!(value instanceof List<?> items)) {
            return value;
        }
        var fresh = new ArrayList<@Nullable Object>(items.size());
        for (Object item : items) {
            boolean says = item instanceof Map<?, ?> members && REPLACE.equals(members.get(Directives.PATCH));
            Object copy = says ? ABSENT : fresh(item);
            if (copy != ABSENT) {
                fresh.add(copy);
            }
        }
        return fresh;
    }

    static Map<String, @Nullable Object> freshMembers(Map<?, ?> members) {
        var fresh = new LinkedHashMap<String, @Nullable Object>();
        members.forEach((name, value) -> {
            if (value != null && !Directives.isDirective((String) name)) {
                put(fresh, (String) name, fresh(value));
            }
        });
        return fresh;
    }

    /**
     * A member of an object.
     *
     * @param type {@code null} when nothing is known about it
     * @param merge how a patch changes it
     */
    private record Member(@Nullable ValueType type, Field.Merge merge) {

        private static final Member UNKNOWN = new Member(null, Field.Merge.USUAL);

        static Member of(@Nullable ValueType owner, String name) {
            if (owner == null) {
                return UNKNOWN;
            }
            if (owner.kind() == ValueType.Kind.MAP) {
                return new Member(owner.element(), Field.Merge.USUAL);
            }
            // What may be an object or something else is an object here.
            StructType struct = owner.struct() == null && owner.element() != null
                    ? owner.element().struct() : owner.struct();
            Field field = struct == null ? null : struct.field(name);
            return field == null ? UNKNOWN : new Member(field.type(), field.merge());
        }

        boolean is(String strategy) {
            return merge.patchStrategies().contains(strategy);
        }
    }
}
