package mortise.core.patch.apply;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a value that was not there before, all of which are new. They are what a comparison with nothing would
 * find, made from the leaves upwards: what is created is new as a whole, and there is nothing to compare. For one
 * thread.
 */
final class NewFields {

    private final boolean complete;

    /**
     * @param complete whether structs have the fields that are always there, written or not
     */
    NewFields(boolean complete) {
        this.complete = complete;
    }

    /**
     * Returns the paths below a new value; its own path always belongs to them.
     *
     * @throws ListItems.Unclear when items of a list cannot be told apart
     */
    FieldSet below(@Nullable Object value, Shape shape) {
        return switch (shape.sort()) {
            case SCALAR, LIST -> FieldSet.EMPTY;
            case STRUCT, MAP, FREE -> shape.leaf() || !(value instanceof Map<?, ?> all) ? FieldSet.EMPTY
                    : members(all, shape);
            case SET, KEYED -> value instanceof List<?> items ? items(items, shape) : FieldSet.EMPTY;
        };
    }

    private FieldSet members(Map<?, ?> members, Shape shape) {
        List<Shape.Member> always = complete ? shape.always() : List.of();
        int unwritten = 0;
        for (int i = 0; i < always.size(); i++) {
            unwritten += members.containsKey(always.get(i).name()) ? 0 : 1;
        }
        var step = new FieldSet.Step(members.size() + unwritten);
        boolean struct = shape.sort() == Shape.Sort.STRUCT;
        Shape others = shape.sort() == Shape.Sort.MAP ? shape.element() : Shape.FREE;
        for (Map.Entry<?, ?> entry : members.entrySet()) {
            String name = (String) entry.getKey();
            Shape.Member declared = struct ? shape.member(name) : null;
            if (declared != null) {
                step.add(declared.element(), true, below(entry.getValue(), declared.shape()));
            } else {
                step.add(PathElement.field(name), true, below(entry.getValue(), others));
            }
        }
        for (int i = 0; unwritten > 0 && i < always.size(); i++) {
            Shape.Member member = always.get(i);
            if (!members.containsKey(member.name())) {
                step.add(member.element(), true, below(member.zero(), member.shape()));
            }
        }
        return step.ordered();
    }

    private FieldSet items(List<?> items, Shape shape) {
        var steps = new PathElement[items.size()];
        for (int i = 0; i < steps.length; i++) {
            steps[i] = ListItems.step(shape, items.get(i));
        }
        var step = new FieldSet.Step(steps.length);
        for (int i = 0; i < steps.length; i++) {
            step.add(steps[i], true, below(items.get(i), shape.element()));
        }
        return step.ordered();
    }
}
