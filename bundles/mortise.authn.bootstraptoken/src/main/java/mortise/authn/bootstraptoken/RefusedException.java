package mortise.authn.bootstraptoken;

/** A token of this server's that is not accepted. The message quotes nothing of it. */
final class RefusedException extends Exception {

    private static final long serialVersionUID = 1L;

    /** Makes the exception without a stack trace: it is an expected outcome. */
    RefusedException(String message) {
        super(message, null, false, false);
    }
}
