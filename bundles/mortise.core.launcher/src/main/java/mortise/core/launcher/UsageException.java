package mortise.core.launcher;

/** A start that was asked for wrongly; the message is the one line the user sees, the exit code is 2. */
final class UsageException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    UsageException(String message) {
        super(message);
    }
}
