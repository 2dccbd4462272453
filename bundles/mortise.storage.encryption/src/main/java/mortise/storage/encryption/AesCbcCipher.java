package mortise.storage.encryption;

import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * AES with chained blocks and PKCS #7 padding. Form: initialization vector (16 bytes), ciphertext. Neither context nor
 * value is authenticated.
 */
final class AesCbcCipher implements ValueCipher {

    private static final int BLOCK_BYTES = 16;

    private final SecretKeySpec key;

    /** Takes a key of 16, 24 or 32 bytes. */
    AesCbcCipher(byte[] key) {
        this.key = new SecretKeySpec(key, "AES");
    }

    @Override
    public byte[] encrypt(byte[] value, byte[] context) throws GeneralSecurityException {
        byte[] vector = Nonces.next(BLOCK_BYTES);
        int padded = (value.length / BLOCK_BYTES + 1) * BLOCK_BYTES;
        byte[] sealed = Arrays.copyOf(vector, BLOCK_BYTES + padded);
        cipher(Cipher.ENCRYPT_MODE, vector, 0).doFinal(value, 0, value.length, sealed, BLOCK_BYTES);
        return sealed;
    }

    @Override
    public byte[] decrypt(byte[] sealed, int from, byte[] context) throws GeneralSecurityException {
        int text = from + BLOCK_BYTES;
        if (sealed.length < text + BLOCK_BYTES || (sealed.length - text) % BLOCK_BYTES != 0) {
            throw new GeneralSecurityException("the stored data is not a number of whole blocks");
        }
        return cipher(Cipher.DECRYPT_MODE, sealed, from).doFinal(sealed, text, sealed.length - text);
    }

    private Cipher cipher(int mode, byte[] vector, int from) throws GeneralSecurityException {
        // What the JDK calls PKCS #5 padding is that of PKCS #7 for blocks of this size.
        Cipher cipher = Cipher.getInstance("AES/CBC/PKCS5Padding");
        cipher.init(mode, key, new IvParameterSpec(vector, from, BLOCK_BYTES));
        return cipher;
    }
}
