package mortise.core.expression;

/**
 * Least and greatest cost, or number of elements. {@link Long#MAX_VALUE} is without limit; sums and products stay
 * there.
 *
 * @param min the least
 * @param max the greatest
 */
public record CostRange(long min, long max) {

    static final CostRange NONE = new CostRange(0, 0);
    static final CostRange ONE = new CostRange(1, 1);
    static final CostRange ANY = new CostRange(0, Long.MAX_VALUE);

    /** Returns the range of a fixed value. */
    static CostRange exactly(long value) {
        return new CostRange(value, value);
    }

    /** Returns the range from nothing to a value. */
    static CostRange upTo(long value) {
        return new CostRange(0, value);
    }

    CostRange plus(CostRange other) {
        return new CostRange(sum(min, other.min), sum(max, other.max));
    }

    CostRange times(CostRange other) {
        return new CostRange(product(min, other.min), product(max, other.max));
    }

    /** Scales both ends and rounds them up. */
    CostRange scaled(double factor) {
        return new CostRange(scaled(min, factor), scaled(max, factor));
    }

    CostRange or(CostRange other) {
        return new CostRange(Math.min(min, other.min), Math.max(max, other.max));
    }

    private static long scaled(long value, double factor) {
        return value == Long.MAX_VALUE && factor >= 1 ? value : (long) Math.ceil(value * factor);
    }

    /** Adds two numbers that are not negative. */
    static long sum(long a, long b) {
        long sum = a + b;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }

    /** Multiplies two numbers that are not negative. */
    public static long product(long a, long b) {
        if (a == 0 || b == 0) {
            return 0;
        }
        return a > Long.MAX_VALUE / b ? Long.MAX_VALUE : a * b;
    }
}
