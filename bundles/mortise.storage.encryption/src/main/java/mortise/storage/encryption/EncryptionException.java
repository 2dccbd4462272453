package mortise.storage.encryption;

import org.jspecify.annotations.Nullable;

/** A value cannot be encrypted or decrypted. The message tells nothing of key or value. */
final class EncryptionException extends Exception {

    private static final long serialVersionUID = 1L;

    EncryptionException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
