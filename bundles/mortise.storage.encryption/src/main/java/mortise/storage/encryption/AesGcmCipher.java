package mortise.storage.encryption;

import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** AES in Galois/Counter Mode. Form: nonce (12 bytes), ciphertext, tag (16 bytes); the context is authenticated. */
final class AesGcmCipher implements ValueCipher {

    static final int NONCE_BYTES = 12;
    private static final int TAG_BYTES = 16;

    private final SecretKeySpec key;

    /** Takes a key of 16, 24 or 32 bytes. */
    AesGcmCipher(byte[] key) {
        this.key = new SecretKeySpec(key, "AES");
    }

    @Override
    public byte[] encrypt(byte[] value, byte[] context) throws GeneralSecurityException {
        byte[] nonce = Nonces.next(NONCE_BYTES);
        byte[] sealed = Arrays.copyOf(nonce, NONCE_BYTES + value.length + TAG_BYTES);
        cipher(Cipher.ENCRYPT_MODE, nonce, 0, context).doFinal(value, 0, value.length, sealed, NONCE_BYTES);
        return sealed;
    }

    @Override
    public byte[] decrypt(byte[] sealed, int from, byte[] context) throws GeneralSecurityException {
        int text = from + NONCE_BYTES;
        if (sealed.length < text + TAG_BYTES) {
            throw new GeneralSecurityException("the stored data was shorter than the required size");
        }
        return cipher(Cipher.DECRYPT_MODE, sealed, from, context).doFinal(sealed, text, sealed.length - text);
    }

    private Cipher cipher(int mode, byte[] nonce, int from, byte[] context) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, key, new GCMParameterSpec(TAG_BYTES * Byte.SIZE, nonce, from, NONCE_BYTES));
        cipher.updateAAD(context);
        return cipher;
    }
}
