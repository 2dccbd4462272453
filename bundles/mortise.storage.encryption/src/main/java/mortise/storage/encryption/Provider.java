package mortise.storage.encryption;

import java.nio.charset.StandardCharsets;
import java.util.Set;

/** One entry of {@code providers}: a way to store values. Any thread. */
interface Provider {

    /** How every encrypted value begins. */
    byte[] ENCRYPTED = "k8s:enc:".getBytes(StandardCharsets.US_ASCII);

    /** Says whether a stored value has the form of this provider. */
    boolean recognizes(byte[] stored);

    /**
     * Returns the form in which a value is stored.
     *
     * @param key the key it is stored under
     * @throws EncryptionException when it cannot be encrypted now
     */
    byte[] write(byte[] value, String key) throws EncryptionException;

    /**
     * Returns the value of a stored form that it recognizes.
     *
     * @throws EncryptionException when it cannot
     */
    Opened read(byte[] stored, String key) throws EncryptionException;

    /** Returns a text for each key it can read with, which tells keys apart and nothing about them. */
    Set<String> readers();

    /**
     * A value again.
     *
     * @param value its bytes
     * @param stale whether it would be written in another form today
     */
    record Opened(byte[] value, boolean stale) {
    }

    /** Says whether bytes begin with others. */
    static boolean startsWith(byte[] bytes, byte[] prefix) {
        if (bytes.length < prefix.length) {
            return false;
        }
        for (int i = 0; i < prefix.length; i++) {
            if (bytes[i] != prefix[i]) {
                return false;
            }
        }
        return true;
    }
}
