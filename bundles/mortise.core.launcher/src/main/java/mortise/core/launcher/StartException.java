package mortise.core.launcher;

/** A server that cannot start; the message is the one line the user sees, the exit code is 1. */
final class StartException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    StartException(String message) {
        super(message);
    }

    StartException(String message, Throwable cause) {
        super(message + ": " + LogText.oneLine(cause), cause);
    }
}
