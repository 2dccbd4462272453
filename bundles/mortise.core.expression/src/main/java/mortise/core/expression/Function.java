package mortise.core.expression;

import org.jspecify.annotations.Nullable;

/** A function of the language; for a function of a value, that value comes first. Any thread. */
@FunctionalInterface
interface Function {

    /** Returns the result, or throws {@link Fault}. */
    @Nullable Object apply(@Nullable Object[] arguments);
}
