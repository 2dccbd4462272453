package mortise.authn.webhook;

/** An answer that is none. */
final class UnusableAnswerException extends Exception {

    private static final long serialVersionUID = 1L;

    UnusableAnswerException(String message) {
        super(message, null, false, false);
    }
}
