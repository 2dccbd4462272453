package mortise.storage.encryption;

import java.nio.ByteBuffer;
import java.util.Map;
import mortise.api.LastUsed;
import mortise.api.Sha256;
import org.jspecify.annotations.Nullable;

/**
 * Keys that a service has decrypted, by what they are encrypted to; those that nobody used for longest go first. Any
 * thread.
 */
final class KeyCache {

    /** One for each start of each server, and each change of the service's key. */
    static final int KEYS_MAX = 1_000;

    /** Guarded by itself. */
    private final Map<ByteBuffer, ValueCipher> ciphers = new LastUsed<>(KEYS_MAX);

    /** Returns what the cache calls a key; the data does not matter. */
    static ByteBuffer name(EncryptedObject object) {
        return ByteBuffer.wrap(Sha256.of(object.keyBytes()));
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
