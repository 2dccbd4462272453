package mortise.spi.storage;

import org.jspecify.annotations.Nullable;

/**
 * The store is on another machine that does not answer. The backend has told the log and goes on trying; callers need
 * not tell it again.
 */
public final class StoreAwayException extends StoreException {

    private static final long serialVersionUID = 1L;

    public StoreAwayException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
