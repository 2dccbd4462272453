package mortise.storage.encryption;

import java.security.GeneralSecurityException;

/** Encrypts with one key. Immutable, any thread. Neither changes the bytes it is given. */
interface ValueCipher {

    /**
     * Returns the encrypted value, different each time.
     *
     * @param context what has to be the same for {@link #decrypt}, where the algorithm can tell
     */
    byte[] encrypt(byte[] value, byte[] context) throws GeneralSecurityException;

    /**
     * Returns the value again.
     *
     * @param sealed what {@link #encrypt} returned begins at {@code from} and goes to the end
     * @throws GeneralSecurityException when it was encrypted with another key or context, or is damaged; the message
     *     tells nothing of key or value
     */
    byte[] decrypt(byte[] sealed, int from, byte[] context) throws GeneralSecurityException;
}
