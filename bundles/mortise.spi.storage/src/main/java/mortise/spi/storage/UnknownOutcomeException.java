package mortise.spi.storage;

import org.jspecify.annotations.Nullable;

/** The change may or may not have been made, for example because the answer was lost. Read before acting. */
public final class UnknownOutcomeException extends StoreException {

    private static final long serialVersionUID = 1L;

    public UnknownOutcomeException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
