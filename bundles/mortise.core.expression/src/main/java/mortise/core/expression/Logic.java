package mortise.core.expression;

import org.jspecify.annotations.Nullable;

/** Operations that do not evaluate all of their parts. An accumulator may be a {@link Fault} that is not yet thrown. */
final class Logic {

    private Logic() {
    }

    static Node and(Node left, Node right) {
        return frame -> decide(frame, left, right, Boolean.FALSE);
    }

    static Node or(Node left, Node right) {
        return frame -> decide(frame, left, right, Boolean.TRUE);
    }

    /** One side that decides is enough, even when the other one fails. */
    private static Object decide(Frame frame, Node left, Node right, Boolean deciding) {
        Object first = attempt(frame, left);
        if (deciding.equals(first)) {
            return deciding;
        }
        Object second = attempt(frame, right);
        if (deciding.equals(second)) {
            return deciding;
        }
        if (first instanceof Fault fault) {
            throw fault;
        }
        if (second instanceof Fault fault) {
            throw fault;
        }
        if (first instanceof Boolean && second instanceof Boolean) {
            return !deciding;
        }
        throw Fault.noSuchOverload();
    }

    private static @Nullable Object attempt(Frame frame, Node node) {
        try {
            return node.evaluate(frame);
        } catch (Fault fault) {
            if (fault.isFinal()) {
                throw fault;
            }
            return fault;
        }
    }

    static Node choose(Node condition, Node yes, Node no) {
        return frame -> {
            Object decided = condition.evaluate(frame);
            if (!(decided instanceof Boolean choice)) {
                throw Fault.noSuchOverload();
            }
            return (choice ? yes : no).evaluate(frame);
        };
    }

    static Node notStrictlyFalse(Node value) {
        return frame -> {
            Object known = attempt(frame, value);
            frame.charge(Costs.CALL);
            return !Boolean.FALSE.equals(known);
        };
    }

    static Node orOptional(Node first, Node second) {
        return frame -> {
            OptionalValue maybe = optional(first.evaluate(frame));
            frame.charge(Costs.CALL);
            return maybe.present() ? maybe : second.evaluate(frame);
        };
    }

    static Node orValue(Node first, Node second) {
        return frame -> {
            OptionalValue maybe = optional(first.evaluate(frame));
            frame.charge(Costs.CALL);
            return maybe.present() ? maybe.value() : second.evaluate(frame);
        };
    }

    private static OptionalValue optional(@Nullable Object value) {
        if (value instanceof OptionalValue maybe) {
            return maybe;
        }
        throw Fault.noSuchOverload();
    }

    /** Throws what is still to be thrown. */
    static @Nullable Object settled(@Nullable Object value) {
        if (value instanceof Fault fault) {
            throw fault;
        }
        return value;
    }
}
