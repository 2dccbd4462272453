package mortise.core.expression;

import java.util.Locale;

/** An evaluation that fails. {@code &&} and {@code ||} may still have a value in spite of one; without a stack. */
final class Fault extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final EvaluationException.Kind kind;

    private Fault(EvaluationException.Kind kind, String message) {
        super(message, null, false, false);
        this.kind = kind;
    }

    static Fault of(String message, Object... arguments) {
        return new Fault(EvaluationException.Kind.FAILED,
                arguments.length == 0 ? message : String.format(Locale.ROOT, message, arguments));
    }

    static Fault noSuchOverload() {
        return new Fault(EvaluationException.Kind.NO_SUCH_OVERLOAD, "no such overload");
    }

    static Fault noSuchKey(Object key) {
        return of("no such key: %s", Texts.shown(key));
    }

    /** Ends the evaluation, whatever stands around. */
    static Fault tooExpensive() {
        return new Fault(EvaluationException.Kind.CALL_COST_EXCEEDED,
                "operation cancelled: actual cost limit exceeded");
    }

    static Fault interrupted() {
        return new Fault(EvaluationException.Kind.INTERRUPTED, "operation interrupted");
    }

    boolean isFinal() {
        return kind == EvaluationException.Kind.CALL_COST_EXCEEDED || kind == EvaluationException.Kind.INTERRUPTED;
    }

    EvaluationException toException() {
        return new EvaluationException(kind, String.valueOf(getMessage()));
    }
}
