package mortise.spi.storage;

import org.jspecify.annotations.Nullable;

/** A storage operation that failed. Where no subclass says more, nothing was changed and trying again may help. */
public class StoreException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public StoreException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
