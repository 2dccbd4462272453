package mortise.core.expression;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One evaluation: variables, and what was used. For one thread. */
final class Frame {

    /** Steps of loops between two looks at the clock and at the interruption of the thread. */
    private static final int STEPS_BETWEEN_CHECKS = 100;

    private final Map<String, ? extends @Nullable Object> values;
    private final Map<String, ExpressionType> types;
    private final @Nullable Object[] slots;
    private final long limit;
    private long cost;
    private int steps;

    Frame(Map<String, ? extends @Nullable Object> values, Map<String, ExpressionType> types, int slots, long limit) {
        this.values = values;
        this.types = types;
        this.slots = new @Nullable Object[slots];
        this.limit = limit;
    }

    @Nullable Object variable(String name) {
        if (!values.containsKey(name)) {
            throw Fault.of("no such attribute(s): %s", name);
        }
        return Values.dress(values.get(name), types.getOrDefault(name, ExpressionType.DYN));
    }

    @Nullable Object slot(int index) {
        return slots[index];
    }

    void slot(int index, @Nullable Object value) {
        slots[index] = value;
    }

    void charge(long units) {
        cost = CostRange.sum(cost, units);
        if (cost > limit) {
            throw Fault.tooExpensive();
        }
    }

    /** Notes a step of a loop. */
    void step() {
        if (++steps % STEPS_BETWEEN_CHECKS == 0 && Thread.currentThread().isInterrupted()) {
            throw Fault.interrupted();
        }
    }

    long cost() {
        return cost;
    }
}
