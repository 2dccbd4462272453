package mortise.core.expression;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A comprehension.
 *
 * @param first slot of the element, or of the index or key when there are two variables
 * @param second slot of the element or value when there are two variables
 */
record Loop(Node range, Node init, int accumulator, int first, int second, boolean pairs, Node condition, Node step,
        Node result) implements Node {

    @Override
    public @Nullable Object evaluate(Frame frame) {
        Object over = range.evaluate(frame);
        frame.slot(accumulator, init.evaluate(frame));
        if (over instanceof List<?> list) {
            long index = 0;
            for (Object element : list) {
                if (!turn(frame, pairs ? Long.valueOf(index++) : element, element)) {
                    break;
                }
            }
        } else if (over instanceof Map<?, ?> map) {
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                if (!turn(frame, entry.getKey(), pairs ? entry.getValue() : entry.getKey())) {
                    break;
                }
            }
        } else {
            throw Fault.of("got '%s', expected iterable type", Values.typeName(over));
        }
        return result.evaluate(frame);
    }

    /** Returns whether to go on. */
    private boolean turn(Frame frame, @Nullable Object key, @Nullable Object value) {
        frame.step();
        frame.slot(first, key);
        if (pairs) {
            frame.slot(second, value);
        }
        if (Boolean.FALSE.equals(condition.evaluate(frame))) {
            return false;
        }
        Object next;
        try {
            next = step.evaluate(frame);
        } catch (Fault fault) {
            if (fault.isFinal()) {
                throw fault;
            }
            next = fault;
        }
        frame.slot(accumulator, next);
        return true;
    }
}
