package mortise.authn.jwt;

/** A token that is not good; the message quotes nothing of it. */
final class RefusedException extends Exception {

    private static final long serialVersionUID = 1L;

    /** Makes the exception without a stack trace: tokens come from anybody, in any number. */
    RefusedException(String message) {
        super(message, null, false, false);
    }
}
