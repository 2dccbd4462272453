package mortise.core.schema;

import org.jspecify.annotations.Nullable;

/** Quantities in trees, for comparing and adding in validation. What is no quantity counts as nothing. */
public final class Amounts {

    private Amounts() {
    }

    /** Returns the quantity that a tree value means; zero when it means none. */
    public static Quantity of(@Nullable Object value) {
        if (!(value instanceof String) && !(value instanceof Number)) {
            return Quantity.ZERO;
        }
        try {
            return Quantity.parse(value.toString());
        } catch (IllegalArgumentException none) {
            // Pruning has refused it already when the field is one of quantities.
            return Quantity.ZERO;
        }
    }

    /** Compares two quantities of a tree. */
    public static int compare(@Nullable Object first, @Nullable Object second) {
        return of(first).compareTo(of(second));
    }

    /** Says whether a quantity is a whole number. */
    public static boolean isWhole(@Nullable Object value) {
        return of(value).isInteger();
    }
}
