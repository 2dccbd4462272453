package mortise.storage.encryption;

import java.util.Set;

/** Stores values as they are; refuses to take an encrypted one for a plain one. */
final class IdentityProvider implements Provider {

    static final IdentityProvider INSTANCE = new IdentityProvider();

    private IdentityProvider() {
    }

    @Override
    public boolean recognizes(byte[] stored) {
        return !startsEncrypted(stored);
    }

    @Override
    public byte[] write(byte[] value, String key) {
        return value;
    }

    @Override
    public Opened read(byte[] stored, String key) throws EncryptionException {
        if (startsEncrypted(stored)) {
            throw new EncryptionException("identity transformer tried to read encrypted data", null);
        }
        return new Opened(stored, false);
    }

    @Override
    public Set<String> readers() {
        return Set.of("identity");
    }

    private static boolean startsEncrypted(byte[] stored) {
        return Provider.startsWith(stored, ENCRYPTED);
    }
}
