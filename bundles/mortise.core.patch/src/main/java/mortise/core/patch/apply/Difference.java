package mortise.core.patch.apply;

import static mortise.core.patch.apply.Scalars.ABSENT;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mortise.api.JsonStruct;
import org.jspecify.annotations.Nullable;

/**
 * The fields in which two trees differ, found in one walk over both. Parts that are the same instance are not looked
 * at.
 */
final class Difference {

    /**
     * The outcome.
     *
     * @param taken fields that are new or have another value
     * @param removed fields that are no longer there
     */
    record Fields(FieldSet taken, FieldSet removed) {

        /** Returns the fields without those that cannot be owned, nor anything below them. */
        Fields without(FieldSet reset) {
            return new Fields(taken.minusBelow(reset), removed.minusBelow(reset));
        }
    }

    private final Trail trail = new Trail();
    private final Trail.Found taken = trail.collect();
    private final Trail.Found removed = trail.collect();
    private final boolean complete;
    private final NewFields newFields;

    private Difference(boolean complete) {
        this.complete = complete;
        this.newFields = new NewFields(complete);
    }

    /**
     * Compares two objects.
     *
     * @param complete whether both have the fields that are always there, written or not
     * @throws ListItems.Unclear when items of a list cannot be told apart
     */
    static Fields between(Map<?, ?> old, Map<?, ?> now, Shape shape, boolean complete) {
        var difference = new Difference(complete);
        difference.members(old, now, shape);
        return new Fields(difference.taken.set(), difference.removed.set());
    }

    private void value(@Nullable Object old, @Nullable Object now, Shape shape) {
        if (old == now || JsonStruct.areUnread(old, now)) {
            return;
        }
        if (old == ABSENT) {
            taken.add(newFields.below(now, shape));
            return;
        }
        boolean whole = switch (shape.sort()) {
            case SCALAR, LIST -> leaf(old, now);
            case STRUCT, MAP -> shape.leaf() ? leaf(old, now) : object(old, now, shape);
            case SET, KEYED -> list(old, now, shape);
            case FREE -> free(old, now, shape);
        };
        if (!whole && now == ABSENT) {
            removed.add();
        }
    }

    private boolean leaf(@Nullable Object old, @Nullable Object now) {
        if (now == ABSENT) {
            removed.add();
        } else if (!Scalars.same(old, now)) {
            taken.add();
        }
        return true;
    }

    /** What no type is known for is merged when it is an object before and after. */
    private boolean free(@Nullable Object old, @Nullable Object now, Shape shape) {
        boolean was = old instanceof Map;
        boolean is = now instanceof Map;
        if (!was && !is) {
            return leaf(old, now);
        }
        boolean turned = !(was && is) && now != ABSENT && old != null && now != null;
        if (turned) {
            taken.add();
        }
        return object(old, now, shape);
    }

    private boolean object(@Nullable Object old, @Nullable Object now, Shape shape) {
        Map<?, ?> was = old instanceof Map<?, ?> members ? members : null;
        Map<?, ?> is = now instanceof Map<?, ?> members ? members : null;
        if (isEmpty(was, shape) && isEmpty(is, shape)) {
            return leaf(old, now);
        }
        members(was, is, shape);
        return false;
    }

    private boolean isEmpty(@Nullable Map<?, ?> members, Shape shape) {
        return members == null || members.isEmpty() && !(complete && !shape.always().isEmpty());
    }

    private void members(@Nullable Map<?, ?> was, @Nullable Map<?, ?> is, Shape shape) {
        if (was != null) {
            for (Map.Entry<?, ?> entry : was.entrySet()) {
                member((String) entry.getKey(), entry.getValue(), is, shape, false);
            }
        }
        if (is != null) {
            for (Map.Entry<?, ?> entry : is.entrySet()) {
                if (was == null || !was.containsKey(entry.getKey())) {
                    member((String) entry.getKey(), entry.getValue(), was, shape, true);
                }
            }
        }
        if (complete) {
            unwritten(was, is, shape);
        }
    }

    /** Compares a member with what the other side has there; the sides are the other way round when it is new. */
    private void member(String name, @Nullable Object value, @Nullable Map<?, ?> others, Shape shape, boolean isNew) {
        Shape.Member declared = shape.sort() == Shape.Sort.STRUCT ? shape.member(name) : null;
        Object other = others == null ? ABSENT : others.get(name);
        if (other == null && !isNew && !others.containsKey(name)) {
            other = ABSENT;
        }
        if (isNew) {
            other = ABSENT;
        }
        if (other == ABSENT && others != null && complete && declared != null && declared.always()) {
            other = declared.zero();
        }
        if (other == value || JsonStruct.areUnread(other, value)) {
            return;
        }
        trail.enter(declared != null ? declared.element() : PathElement.field(name));
        Shape inner = declared != null ? declared.shape()
                : shape.sort() == Shape.Sort.MAP ? shape.element() : Shape.FREE;
        value(isNew ? other : value, isNew ? value : other, inner);
        trail.leave();
    }

    /** Compares the fields that are always there and that neither side has written. */
    private void unwritten(@Nullable Map<?, ?> was, @Nullable Map<?, ?> is, Shape shape) {
        if (was != null && is != null) {
            return;
        }
        List<Shape.Member> always = shape.always();
        for (int i = 0; i < always.size(); i++) {
            Shape.Member member = always.get(i);
            Map<?, ?> one = was == null ? is : was;
            if (one != null && !one.containsKey(member.name())) {
                trail.enter(member.element());
                value(was == null ? ABSENT : member.zero(), was == null ? member.zero() : ABSENT, member.shape());
                trail.leave();
            }
        }
    }

    private boolean list(@Nullable Object old, @Nullable Object now, Shape shape) {
        List<?> was = old instanceof List<?> items ? items : List.of();
        List<?> is = now instanceof List<?> items ? items : List.of();
        if (was.isEmpty() && is.isEmpty()) {
            return leaf(old, now);
        }
        if (was.isEmpty()) {
            taken.addBelow(newFields.below(is, shape));
            return false;
        }
        if (ListItems.areSame(shape, was, is)) {
            return true;
        }
        Map<PathElement, Object> before = byStep(was, shape);
        Map<PathElement, Object> after = byStep(is, shape);
        before.forEach((step, item) -> items(step, item, after.getOrDefault(step, ABSENT), shape));
        after.forEach((step, item) -> {
            if (!before.containsKey(step)) {
                items(step, ABSENT, item, shape);
            }
        });
        return false;
    }

    /** The items of a list that have the same keys or value. */
    private record Same(List<@Nullable Object> items) {
    }

    private static Map<PathElement, Object> byStep(List<?> items, Shape shape) {
        var byStep = new LinkedHashMap<PathElement, Object>(items.size() * 4 / 3 + 1);
        for (Object item : items) {
            byStep.merge(ListItems.step(shape, item), notNull(item), Difference::together);
        }
        return byStep;
    }

    private static Object notNull(@Nullable Object item) {
        // What has a step is no null.
        return item == null ? ABSENT : item;
    }

    private static Object together(Object earlier, Object item) {
        if (earlier instanceof Same same) {
            same.items.add(item);
            return same;
        }
        var same = new ArrayList<@Nullable Object>();
        same.add(earlier);
        same.add(item);
        return new Same(same);
    }

    /** Compares items; several with the same step have one owner. */
    private void items(PathElement step, Object old, Object now, Shape shape) {
        trail.enter(step);
        if (!(old instanceof Same) && !(now instanceof Same)) {
            value(old, now, shape.element());
        } else if (old instanceof Same was && now instanceof Same is) {
            if (!Scalars.same(was.items, is.items)) {
                taken.add();
            }
        } else if (old instanceof Same) {
            if (now != ABSENT) {
                value(ABSENT, now, shape.element());
            }
            removed.add();
        } else {
            if (old != ABSENT) {
                value(old, ABSENT, shape.element());
            }
            taken.add();
        }
        trail.leave();
    }
}
