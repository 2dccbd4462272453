package mortise.core.expression;

/**
 * What the expressions of one request, or of one object, may cost together. Units are those of {@link
 * Expression#estimate}. For one thread at a time.
 */
public final class Budget {

    /** What a single evaluation may cost. */
    public static final long PER_CALL = 1_000_000;
    /** What all rules over one object may cost. */
    public static final long PER_OBJECT = 10_000_000;
    /** What all conditions of one webhook or policy may cost. */
    public static final long MATCH_CONDITIONS = 2_500_000;

    private final long perCall;
    private long remaining;

    /**
     * Makes a budget.
     *
     * @param perCall what a single evaluation may cost
     * @param total what all of them may cost
     */
    public Budget(long perCall, long total) {
        this.perCall = perCall;
        this.remaining = total;
    }

    /** Returns a budget of a total with the usual limit of a single evaluation. */
    public static Budget of(long total) {
        return new Budget(PER_CALL, total);
    }

    /** Returns what a single evaluation may cost. */
    public long perCall() {
        return perCall;
    }

    /** Returns what is left; below zero when more was used than there was. */
    public long remaining() {
        return remaining;
    }

    /** Takes the cost of an evaluation from what is left. */
    void charge(long cost) {
        remaining -= cost;
    }
}
