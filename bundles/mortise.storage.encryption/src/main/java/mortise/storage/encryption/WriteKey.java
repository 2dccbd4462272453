package mortise.storage.encryption;

import java.security.GeneralSecurityException;
import java.util.UUID;
import mortise.spi.storage.KeyService;
import mortise.spi.storage.KeyServiceException;

/**
 * What new values are encrypted with.
 *
 * @param cipher made of the seed
 * @param envelope the encrypted seed, without data
 * @param expiryNanos until when it may be used, unless the service says meanwhile that its key is the same
 */
record WriteKey(ValueCipher cipher, EncryptedObject envelope, long expiryNanos) {

    private static final byte[] NOTHING = {};

    /**
     * Makes one of a new seed.
     *
     * @throws KeyServiceException when the service does not encrypt the seed
     * @throws EncryptionException when what it returns cannot be stored
     */
    static WriteKey generate(KeyService service, long expiryNanos) throws KeyServiceException, EncryptionException {
        byte[] seed = Nonces.next(SeededCipher.SEED_BYTES_MIN);
        KeyService.SealedKey sealed = service.encrypt(seed, UUID.randomUUID().toString());
        var envelope = new EncryptedObject(NOTHING, sealed, EncryptedObject.SEED);
        envelope.check();
        try {
            return new WriteKey(new SeededCipher(seed), envelope, expiryNanos);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the seed is long enough", e);
        }
    }

    String keyId() {
        return envelope.source().keyId();
    }

    WriteKey until(long nanos) {
        return new WriteKey(cipher, envelope, nanos);
    }
}
