package mortise.core.expression;

/** An expression that cannot be used. The message is what users see, perhaps over several lines. */
public final class CompileException extends Exception {

    private static final long serialVersionUID = 1;

    /** What is wrong. */
    public enum Kind {
        /** It cannot be read, or names what does not exist; the message starts with {@code compilation failed: }. */
        INVALID,
        /** It evaluates to something else than is wanted. */
        WRONG_RESULT
    }

    private final Kind kind;

    CompileException(Kind kind, String message) {
        super(message, null, false, false);
        this.kind = kind;
    }

    /** Returns what is wrong. */
    public Kind kind() {
        return kind;
    }

    /** Returns the text that users see. */
    public String text() {
        return String.valueOf(getMessage());
    }
}
