package mortise.storage.encryption;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Encrypts with the first of its keys and decrypts with the one that the value names. Immutable. */
final class KeyedProvider implements Provider {

    private final Algorithm algorithm;
    private final byte[] prefix;
    private final List<NamedKey> keys;

    /** Takes at least one key. */
    KeyedProvider(Algorithm algorithm, List<NamedKey> keys) {
        this.algorithm = algorithm;
        this.prefix = algorithm.prefix().getBytes(StandardCharsets.US_ASCII);
        this.keys = List.copyOf(keys);
    }

    /**
     * A key and what its values begin with.
     *
     * @param prefix that of the algorithm and the key's name with a colon
     * @param fingerprint tells it from other keys, and nothing about it
     */
    record NamedKey(byte[] prefix, String fingerprint, ValueCipher cipher) {

        static NamedKey of(Algorithm algorithm, String name, byte[] secret) {
            String prefix = algorithm.prefix() + name + ":";
            return new NamedKey(prefix.getBytes(StandardCharsets.UTF_8), prefix + Fingerprint.of(secret),
                    algorithm.cipher(secret));
        }
    }

    @Override
    public boolean recognizes(byte[] stored) {
        return Provider.startsWith(stored, prefix);
    }

    @Override
    public byte[] write(byte[] value, String key) throws EncryptionException {
        NamedKey first = keys.get(0);
        try {
            byte[] sealed = first.cipher().encrypt(value, context(key));
            byte[] stored = new byte[first.prefix().length + sealed.length];
            System.arraycopy(first.prefix(), 0, stored, 0, first.prefix().length);
            System.arraycopy(sealed, 0, stored, first.prefix().length, sealed.length);
            return stored;
        } catch (GeneralSecurityException e) {
            throw new EncryptionException("cannot encrypt: " + e.getMessage(), e);
        }
    }

    @Override
    public Opened read(byte[] stored, String key) throws EncryptionException {
        GeneralSecurityException failed = null;
        for (int i = 0; i < keys.size(); i++) {
            NamedKey candidate = keys.get(i);
            // Two keys may have the same name, so a failure of one is not the end.
            if (Provider.startsWith(stored, candidate.prefix())) {
                try {
                    byte[] value = candidate.cipher().decrypt(stored, candidate.prefix().length, context(key));
                    return new Opened(value, i > 0);
                } catch (GeneralSecurityException e) {
                    failed = e;
                }
            }
        }
        throw refusal(failed);
    }

    private EncryptionException refusal(@Nullable GeneralSecurityException failed) {
        return failed == null
                ? new EncryptionException(
                        "no matching key was found for the provided " + algorithm.title() + " transformer", null)
                : new EncryptionException(
                        "cannot be decrypted with the " + algorithm + " key of that name: " + failed.getMessage(),
                        failed);
    }

    @Override
    public Set<String> readers() {
        var readers = new HashSet<String>();
        keys.forEach(key -> readers.add(key.fingerprint()));
        return readers;
    }

    private static byte[] context(String key) {
        return key.getBytes(StandardCharsets.UTF_8);
    }
}
