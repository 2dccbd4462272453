package mortise.core.expression;

import org.jspecify.annotations.Nullable;

/** A part of a compiled expression. Immutable; any thread. */
@FunctionalInterface
interface Node {

    /** Returns the value of this part, and charges what it costs; throws {@link Fault} when there is none. */
    @Nullable Object evaluate(Frame frame);
}
