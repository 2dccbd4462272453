package mortise.storage.encryption;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Keys that a service has decrypted, by what they are encrypted to; those that nobody used for longest go first. Any
 * thread.
 */
final class KeyCache {

    /** One for each start of each server, and each change of the service's key. */
    static final int KEYS_MAX = 1_000;

    private static final int INITIAL = 16;
    private static final float LOAD = 0.75f;

    private final Map<ByteBuffer, ValueCipher> ciphers = // guarded by itself
            new LinkedHashMap<>(INITIAL, LOAD, true) {

                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<ByteBuffer, ValueCipher> eldest) {
                    return size() > KEYS_MAX;
                }
            };

    /** Returns what the cache calls a key; the data does not matter. */
    static ByteBuffer name(EncryptedObject object) {
        try {
            return ByteBuffer.wrap(MessageDigest.getInstance("SHA-256").digest(object.keyBytes()));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    @Nullable ValueCipher get(ByteBuffer name) {
        synchronized (ciphers) {
            return ciphers.get(name);
        }
    }

    void put(ByteBuffer name, ValueCipher cipher) {
        synchronized (ciphers) {
            ciphers.put(name, cipher);
        }
    }

    int size() {
        synchronized (ciphers) {
            return ciphers.size();
        }
    }
}
