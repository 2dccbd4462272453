package mortise.core.expression;

/** An evaluation without a value. The message is the reason as users see it, for example {@code no such key: a}. */
public final class EvaluationException extends Exception {

    private static final long serialVersionUID = 1;

    /** Why there is no value. */
    public enum Kind {
        /** An operation failed, for example a missing key or a division by zero. */
        FAILED,
        /** No function takes arguments of these types. */
        NO_SUCH_OVERLOAD,
        /** The single evaluation was too expensive. */
        CALL_COST_EXCEEDED,
        /** The budget of all evaluations is used up. */
        BUDGET_EXCEEDED,
        /** The thread was interrupted; its flag is still set. */
        INTERRUPTED
    }

    private final Kind kind;

    EvaluationException(Kind kind, String message) {
        super(message, null, false, false);
        this.kind = kind;
    }

    /** Returns why there is no value. */
    public Kind kind() {
        return kind;
    }

    /** Returns the text that users see. */
    public String text() {
        return String.valueOf(getMessage());
    }
}
