package mortise.core.expression;

import org.jspecify.annotations.Nullable;

/** A value that may be missing; null is a value. */
record OptionalValue(boolean present, @Nullable Object value) {

    static final OptionalValue NONE = new OptionalValue(false, null);

    static OptionalValue of(@Nullable Object value) {
        return new OptionalValue(true, value);
    }

    @Nullable Object get() {
        if (!present) {
            throw Fault.of("optional.none() dereference");
        }
        return value;
    }

    @Override
    public String toString() {
        return present ? "optional(" + Texts.shown(value) + ")" : "optional.none()";
    }
}
