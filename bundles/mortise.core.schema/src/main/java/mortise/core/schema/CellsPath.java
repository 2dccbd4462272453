package mortise.core.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A path of a cell's expression. Immutable. */
final class CellsPath implements CellsTerm {

    /** One step from values to values below them. */
    private interface Step {
        void from(Object value, List<Object> found);
    }

    private final List<Step> steps = new ArrayList<>();
    private boolean many;

    /** Says whether it has no steps yet. */
    boolean isEmpty() {
        return steps.isEmpty();
    }

    /** Adds a step to a field of an object. */
    void field(String name) {
        steps.add((value, found) -> {
            Object member = value instanceof Map<?, ?> struct ? struct.get(name) : null;
            if (member != null) {
                found.add(member);
            }
        });
    }

    /** Adds a step to the element of a list at an index. */
    void index(int index) {
        steps.add((value, found) -> {
            Object element = value instanceof List<?> list && index < list.size() ? list.get(index) : null;
            if (element != null) {
                found.add(element);
            }
        });
    }

    /** Adds a step to all elements of a list. */
    void elements() {
        many = true;
        steps.add(CellsPath::expand);
    }

    /** Adds a step to those elements of a list whose field has a value. */
    void elements(String field, String wanted) {
        many = true;
        steps.add((value, found) -> {
            var elements = new ArrayList<>();
            expand(value, elements);
            for (Object element : elements) {
                if (element instanceof Map<?, ?> struct && wanted.equals(CellsText.of(struct.get(field)))) {
                    found.add(element);
                }
            }
        });
    }

    /** What is no list is its own only element, so that a second condition can follow a first one. */
    private static void expand(Object value, List<Object> found) {
        if (value instanceof List<?> list) {
            for (Object element : list) {
                if (element != null) {
                    found.add(element);
                }
            }
        } else {
            found.add(value);
        }
    }

    @Override
    public @Nullable Object value(@Nullable Object at) {
        for (Object value : reached(at)) {
            if (!value.equals("") && !value.equals(List.of())) {
                return value;
            }
        }
        return null;
    }

    /** Returns all values that the path leads to, lists at its end expanded. */
    List<Object> all(@Nullable Object at) {
        var values = new ArrayList<>();
        for (Object value : reached(at)) {
            expand(value, values);
        }
        return values;
    }

    /** Returns how many elements or fields the value at the path has, or how many values there are. */
    long size(@Nullable Object at) {
        List<Object> values = reached(at);
        if (many || values.isEmpty()) {
            return values.size();
        }
        Object value = values.get(0);
        return value instanceof Map<?, ?> struct ? struct.size() : value instanceof List<?> list ? list.size() : 1;
    }

    private List<Object> reached(@Nullable Object at) {
        List<Object> values = at == null ? List.of() : List.of(at);
        for (Step step : steps) {
            var next = new ArrayList<>();
            for (Object value : values) {
                step.from(value, next);
            }
            values = next;
        }
        return values;
    }
}
