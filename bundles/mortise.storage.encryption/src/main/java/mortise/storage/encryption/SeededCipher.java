package mortise.storage.encryption;

import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * AES-GCM with a key of its own for each value: HKDF-SHA256 expands a seed with random bytes to it. Form: the random
 * bytes (32), then as {@link AesGcmCipher}. So one seed lasts for any number of values.
 */
final class SeededCipher implements ValueCipher {

    static final int SEED_BYTES_MIN = 32;
    private static final int INFO_BYTES = 32;
    private static final String HMAC = "HmacSHA256";
    /** The number of the first block that HKDF expands to; a key needs no second one. */
    private static final byte FIRST_BLOCK = 1;

    private final SecretKeySpec seed;

    /**
     * Takes a seed.
     *
     * @throws GeneralSecurityException when it is too short
     */
    SeededCipher(byte[] seed) throws GeneralSecurityException {
        if (seed.length < SEED_BYTES_MIN) {
            throw new GeneralSecurityException("invalid seed length " + seed.length + " used for key generation");
        }
        this.seed = new SecretKeySpec(seed, HMAC);
    }

    @Override
    public byte[] encrypt(byte[] value, byte[] context) throws GeneralSecurityException {
        byte[] info = Nonces.next(INFO_BYTES);
        byte[] sealed = derived(info, 0).encrypt(value, context);
        byte[] all = Arrays.copyOf(info, INFO_BYTES + sealed.length);
        System.arraycopy(sealed, 0, all, INFO_BYTES, sealed.length);
        return all;
    }

    @Override
    public byte[] decrypt(byte[] sealed, int from, byte[] context) throws GeneralSecurityException {
        if (sealed.length < from + INFO_BYTES) {
            throw new GeneralSecurityException("the stored data was shorter than the required size");
        }
        return derived(sealed, from).decrypt(sealed, from + INFO_BYTES, context);
    }

    private AesGcmCipher derived(byte[] info, int from) throws GeneralSecurityException {
        Mac mac = Mac.getInstance(HMAC);
        mac.init(seed);
        mac.update(info, from, INFO_BYTES);
        mac.update(FIRST_BLOCK);
        return new AesGcmCipher(mac.doFinal());
    }
}
