package mortise.spi.storage;

import org.jspecify.annotations.Nullable;

/** A key service did not do what it was asked. The message tells no secret. */
public final class KeyServiceException extends Exception {

    private static final long serialVersionUID = 1L;

    private final boolean away;

    /**
     * Makes one.
     *
     * @param away whether there was no answer: the next request is likely to wait in vain, too
     */
    public KeyServiceException(String message, boolean away, @Nullable Throwable cause) {
        super(message, cause);
        this.away = away;
    }

    /** Says whether there was no answer; else the service said no. */
    public boolean away() {
        return away;
    }
}
