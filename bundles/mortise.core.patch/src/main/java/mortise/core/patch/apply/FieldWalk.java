package mortise.core.patch.apply;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import mortise.core.patch.QuotedTree;
import org.jspecify.annotations.Nullable;

/** One walk over a tree that collects its fields and what is wrong with it. For one walk. */
final class FieldWalk {

    private final Trail trail = new Trail();
    private final Trail.Found found = trail.collect();
    private final boolean unique;
    private final List<String> mistakes = new ArrayList<>();
    /** How many values that have one owner the walk is in. */
    private int wholes;

    private FieldWalk(boolean unique) {
        this.unique = unique;
    }

    /**
     * The outcome.
     *
     * @param mistakes what is wrong, as messages say it; the fields mean nothing when there are any
     */
    record Outcome(FieldSet fields, List<String> mistakes) {

        /** Returns all mistakes as clients know it. */
        String message() {
            return mistakes.size() == 1 ? mistakes.get(0) : "errors:\n  " + String.join("\n  ", mistakes);
        }
    }

    /**
     * Walks over an object.
     *
     * @param unique whether several items of a list with the same keys or value are a mistake
     */
    static Outcome over(Map<?, ?> tree, Shape shape, boolean unique) {
        var walk = new FieldWalk(unique);
        walk.members(tree, shape);
        return new Outcome(walk.found.set(), walk.mistakes);
    }

    private void add() {
        if (wholes == 0) {
            found.add();
        }
    }

    private void mistake(String message) {
        if (mistakes.size() < OwnershipLimits.MISTAKES_MAX) {
            mistakes.add(trail.shown() + ": " + message);
        }
    }

    private void value(@Nullable Object value, Shape shape) {
        if (shape.leaf()) {
            add();
        }
        switch (shape.sort()) {
            case SCALAR -> scalar(value, shape);
            case STRUCT, MAP -> object(value, shape);
            case LIST -> items(value, shape);
            case SET, KEYED -> keyedItems(value, shape);
            case FREE -> {
                if (value instanceof Map<?, ?> members) {
                    members(members, shape);
                } else {
                    add();
                }
            }
        }
    }

    private void scalar(@Nullable Object value, Shape shape) {
        if (value == null) {
            return;
        }
        switch (shape.kind()) {
            case STRING, BYTES -> {
                if (!(value instanceof String)) {
                    mistake("expected string, got &value.valueUnstructured{Value:" + goSyntax(value) + "}");
                }
            }
            case BOOLEAN -> {
                if (!(value instanceof Boolean)) {
                    mistake("expected boolean, got " + shown(value));
                }
            }
            case INT32, INT64, DOUBLE -> {
                if (!(value instanceof Number)) {
                    mistake("expected numeric (int or float), got " + goType(value));
                }
            }
            case OBJECT, FIELDS -> {
                // Anything.
            }
            default -> {
                if (value instanceof Map || value instanceof List) {
                    mistake("expected any scalar, got " + shown(value));
                }
            }
        }
    }

    private void object(@Nullable Object value, Shape shape) {
        if (value instanceof Map<?, ?> members) {
            wholes += shape.leaf() ? 1 : 0;
            members(members, shape);
            wholes -= shape.leaf() ? 1 : 0;
        } else if (value != null) {
            mistake("expected map, got " + shown(value));
        }
    }

    private void members(Map<?, ?> members, Shape shape) {
        for (Map.Entry<?, ?> entry : members.entrySet()) {
            String name = (String) entry.getKey();
            Object value = entry.getValue();
            Shape.Member declared = shape.sort() == Shape.Sort.STRUCT ? shape.member(name) : null;
            trail.enter(declared != null ? declared.element() : PathElement.field(name));
            if (declared != null) {
                value(value, declared.shape());
            } else if (shape.sort() == Shape.Sort.STRUCT) {
                mistake("field not declared in schema");
            } else {
                value(value, shape.sort() == Shape.Sort.MAP ? shape.element() : Shape.FREE);
            }
            if (declared == null || value == null || value instanceof Map<?, ?> inner && inner.isEmpty()) {
                add();
            }
            trail.leave();
        }
    }

    private void items(@Nullable Object value, Shape shape) {
        if (value instanceof List<?> items) {
            wholes++;
            for (int i = 0; i < items.size(); i++) {
                trail.enter(PathElement.index(i));
                value(items.get(i), shape.element());
                trail.leave();
            }
            wholes--;
        } else if (value != null) {
            mistake("expected list, got " + shown(value));
        }
    }

    private void keyedItems(@Nullable Object value, Shape shape) {
        if (!(value instanceof List<?> items)) {
            if (value != null) {
                mistake("expected list, got " + shown(value));
            }
            return;
        }
        var steps = new PathElement[items.size()];
        Set<PathElement> seen = new HashSet<>();
        Set<PathElement> several = new HashSet<>();
        for (int i = 0; i < steps.length; i++) {
            try {
                steps[i] = ListItems.step(shape, items.get(i));
            } catch (ListItems.Unclear unclear) {
                mistake("element " + i + ": " + unclear.getMessage());
                return;
            }
            if (!seen.add(steps[i]) && several.add(steps[i]) && unique) {
                var step = new StringBuilder("duplicate entries for key ");
                steps[i].show(step);
                mistake(step.toString());
            }
        }
        for (int i = 0; i < steps.length; i++) {
            trail.enter(steps[i]);
            if (!several.contains(steps[i])) {
                value(items.get(i), shape.element());
            }
            add();
            trail.leave();
        }
    }

    private static String shown(Object value) {
        return "&{" + QuotedTree.of(value, OwnershipLimits.SHOWN_CHARS_MAX) + "}";
    }

    private static String goType(Object value) {
        if (value instanceof Map) {
            return "map[string]interface {}";
        }
        return value instanceof List ? "[]interface {}" : value instanceof String ? "string" : "bool";
    }

    private static String goSyntax(Object value) {
        if (value instanceof Map || value instanceof List) {
            return goType(value) + "{...}";
        }
        return QuotedTree.of(value, OwnershipLimits.SHOWN_CHARS_MAX);
    }
}
