package mortise.storage.encryption;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import org.bouncycastle.crypto.engines.XSalsa20Engine;
import org.bouncycastle.crypto.macs.Poly1305;
import org.bouncycastle.crypto.params.KeyParameter;
import org.bouncycastle.crypto.params.ParametersWithIV;

/**
 * The {@code secretbox} of NaCl: XSalsa20 and Poly1305. Form: nonce (24 bytes), tag (16 bytes), ciphertext. The context
 * is not authenticated.
 */
final class SecretBoxCipher implements ValueCipher {

    private static final int NONCE_BYTES = 24;
    private static final int TAG_BYTES = 16;
    private static final int ONE_TIME_KEY_BYTES = 32;

    private final KeyParameter key;

    /** Takes a key of 32 bytes. */
    SecretBoxCipher(byte[] key) {
        this.key = new KeyParameter(key);
    }

    @Override
    public byte[] encrypt(byte[] value, byte[] context) {
        byte[] nonce = Nonces.next(NONCE_BYTES);
        byte[] sealed = Arrays.copyOf(nonce, NONCE_BYTES + TAG_BYTES + value.length);
        XSalsa20Engine stream = stream(nonce);
        Poly1305 authenticator = authenticator(stream);
        int text = NONCE_BYTES + TAG_BYTES;
        stream.processBytes(value, 0, value.length, sealed, text);
        authenticator.update(sealed, text, value.length);
        authenticator.doFinal(sealed, NONCE_BYTES);
        return sealed;
    }

    @Override
    public byte[] decrypt(byte[] sealed, int from, byte[] context) throws GeneralSecurityException {
        int text = from + NONCE_BYTES + TAG_BYTES;
        if (sealed.length < text) {
            throw new GeneralSecurityException("the stored data was shorter than the required size");
        }
        XSalsa20Engine stream = stream(Arrays.copyOfRange(sealed, from, from + NONCE_BYTES));
        Poly1305 authenticator = authenticator(stream);
        authenticator.update(sealed, text, sealed.length - text);
        byte[] tag = new byte[TAG_BYTES];
        authenticator.doFinal(tag, 0);
        if (!MessageDigest.isEqual(tag, Arrays.copyOfRange(sealed, from + NONCE_BYTES, text))) {
            throw new GeneralSecurityException("message authentication failed");
        }
        byte[] value = new byte[sealed.length - text];
        stream.processBytes(sealed, text, value.length, value, 0);
        return value;
    }

    private XSalsa20Engine stream(byte[] nonce) {
        var stream = new XSalsa20Engine();
        stream.init(true, new ParametersWithIV(key, nonce));
        return stream;
    }

    /** The first bytes of the stream are the key of the tag; what follows encrypts. */
    private static Poly1305 authenticator(XSalsa20Engine stream) {
        byte[] oneTimeKey = new byte[ONE_TIME_KEY_BYTES];
        stream.processBytes(oneTimeKey, 0, oneTimeKey.length, oneTimeKey, 0);
        var authenticator = new Poly1305();
        authenticator.init(new KeyParameter(oneTimeKey));
        return authenticator;
    }
}
