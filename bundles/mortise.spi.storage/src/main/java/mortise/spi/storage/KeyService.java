package mortise.spi.storage;

import java.util.Map;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * A service outside that encrypts keys with keys of its own and never gives those away. Any thread; every call blocks
 * until there is an answer, at most for the time that was agreed when it was connected.
 */
@ConsumerType
public interface KeyService extends AutoCloseable {

    /**
     * What the service says of itself.
     *
     * @param version of its protocol, for example {@code v2}
     * @param health {@code ok}, or what is wrong
     * @param keyId the key it encrypts with now
     */
    record Status(String version, String health, String keyId) {
    }

    /**
     * An encrypted key, and what the service needs to decrypt it. Nothing in it is secret.
     *
     * @param ciphertext the encrypted key, which must not be changed
     * @param keyId the key of the service that it is encrypted with
     * @param annotations more for the service; the values must not be changed
     */
    record SealedKey(byte[] ciphertext, String keyId, Map<String, byte[]> annotations) {

        public SealedKey {
            annotations = Map.copyOf(annotations);
        }
    }

    /**
     * Asks how the service is.
     *
     * @throws KeyServiceException when it does not answer, or says no
     */
    Status status() throws KeyServiceException;

    /**
     * Encrypts a key.
     *
     * @param uid names the request, for the log of the service
     * @throws KeyServiceException when it does not answer, or says no
     */
    SealedKey encrypt(byte[] key, String uid) throws KeyServiceException;

    /**
     * Returns a key again.
     *
     * @param uid names the request, for the log of the service
     * @throws KeyServiceException when it does not answer, or says no
     */
    byte[] decrypt(SealedKey key, String uid) throws KeyServiceException;

    /** Lets go of the service; calls under way fail. */
    @Override
    void close();
}
