package mortise.spi.storage;

import org.jspecify.annotations.Nullable;

/** The backend takes no value of that size; nothing was written. */
public final class ValueTooLargeException extends StoreException {

    private static final long serialVersionUID = 1L;

    public ValueTooLargeException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
