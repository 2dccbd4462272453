package mortise.core.patch.apply;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Removes fields from a tree. The new tree shares what is left with the old one. Objects and lists that lose all they
 * have become {@code null}, so that whoever owns them still does; {@link #sweep} removes these.
 */
final class TreeRemoval {

    private record Emptied(Map<?, ?> holder, Object name) {
    }

    private final List<Emptied> emptied = new ArrayList<>();

    /** Returns a tree without the fields. */
    Map<?, ?> from(Map<?, ?> tree, FieldSet fields, Shape shape) {
        if (fields.isEmpty()) {
            return tree;
        }
        Object left = members(tree, fields, shape);
        return left == null ? Map.of() : (Map<?, ?>) left;
    }

    /** Removes what has become {@code null}; only for trees that nobody else holds. */
    void sweep() {
        emptied.forEach(place -> {
            if (place.holder.get(place.name) == null) {
                place.holder.remove(place.name);
            }
        });
    }

    private @Nullable Object value(@Nullable Object value, FieldSet fields, Shape shape) {
        if (shape.leaf()) {
            return shape.sort() == Shape.Sort.SCALAR ? value : null;
        }
        if (value instanceof Map<?, ?> members) {
            return shape.sort() == Shape.Sort.SET || shape.sort() == Shape.Sort.KEYED ? value
                    : members(members, fields, shape);
        }
        if (value instanceof List<?> items && (shape.sort() == Shape.Sort.SET || shape.sort() == Shape.Sort.KEYED)) {
            return items(items, fields, shape);
        }
        return value;
    }

    private @Nullable Object members(Map<?, ?> members, FieldSet fields, Shape shape) {
        var left = new LinkedHashMap<Object, @Nullable Object>();
        members.forEach((name, value) -> {
            PathElement step = PathElement.field((String) name);
            int at = fields.find(step);
            if (at < 0) {
                left.put(name, value);
            } else if (!fields.isMember(at)) {
                Object kept = value(value, fields.below(at), shape.below(step));
                left.put(name, kept);
                if (kept == null && value != null) {
                    emptied.add(new Emptied(left, name));
                }
            }
        });
        return left.isEmpty() ? null : left;
    }

    private @Nullable Object items(List<?> items, FieldSet fields, Shape shape) {
        var left = new ArrayList<@Nullable Object>(items.size());
        for (Object item : items) {
            int at = fields.find(ListItems.step(shape, item));
            if (at < 0) {
                left.add(item);
            } else if (!fields.isMember(at)) {
                // An item that is nothing any more would have no keys.
                left.add(Objects.requireNonNullElse(value(item, fields.below(at), shape.element()), Map.of()));
            }
        }
        return left.isEmpty() ? null : left;
    }
}
