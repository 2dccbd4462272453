package mortise.core.jwt;

/** A token that is none, or is not to be believed. The message quotes nothing of it. */
public final class JwtException extends Exception {

    private static final long serialVersionUID = 1L;

    /** Makes the exception without a stack trace: tokens come from anybody, in any number. */
    public JwtException(String message) {
        super(message, null, false, false);
    }
}
