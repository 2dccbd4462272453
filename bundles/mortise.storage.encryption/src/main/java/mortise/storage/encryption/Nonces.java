package mortise.storage.encryption;

import java.security.SecureRandom;

/** Random numbers for cryptography. */
final class Nonces {

    private static final SecureRandom RANDOM = new SecureRandom();

    private Nonces() {
    }

    /** Returns so many new random bytes. */
    static byte[] next(int bytes) {
        byte[] nonce = new byte[bytes];
        RANDOM.nextBytes(nonce);
        return nonce;
    }
}
