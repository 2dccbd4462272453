package mortise.core.codec;

/**
 * A body that is not what its media type says: broken JSON or YAML, nested too deeply, or holding values that JSON
 * cannot say. The message is fit for the client; the HTTP layer answers 400 with it.
 */
public final class MalformedBodyException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Makes the exception. */
    public MalformedBodyException(String message) {
        // An expected outcome of a client's mistake needs no stack trace.
        super(message, null, false, false);
    }
}
