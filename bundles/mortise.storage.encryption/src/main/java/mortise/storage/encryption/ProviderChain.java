package mortise.storage.encryption;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The providers of a resource: the first one writes, all read. Any thread. */
final class ProviderChain {

    /** What holds for resources that the file does not name. */
    static final ProviderChain PLAIN = new ProviderChain(List.of(IdentityProvider.INSTANCE));

    private final List<Provider> providers;

    /** Takes at least one. */
    ProviderChain(List<Provider> providers) {
        this.providers = List.copyOf(providers);
    }

    /** Returns the form in which a value is stored. */
    byte[] write(byte[] value, String key) throws EncryptionException {
        return providers.get(0).write(value, key);
    }

    /** Returns the value of a stored form. */
    Provider.Opened read(byte[] stored, String key) throws EncryptionException {
        EncryptionException failed = null;
        for (int i = 0; i < providers.size(); i++) {
            Provider provider = providers.get(i);
            // The same provider may be there again with other keys, so a failure of one is not the end.
            if (provider.recognizes(stored)) {
                try {
                    Provider.Opened opened = provider.read(stored, key);
                    return i == 0 || opened.stale() ? opened : new Provider.Opened(opened.value(), true);
                } catch (EncryptionException e) {
                    failed = failed == null ? e : failed;
                }
            }
        }
        if (failed != null) {
            throw failed;
        }
        throw new EncryptionException(providers.equals(PLAIN.providers)
                ? "identity transformer tried to read encrypted data" : "no matching prefix found", null);
    }

    /** Says whether every value that the other can read can be read by this one. */
    boolean readsAllOf(ProviderChain other) {
        return readers().containsAll(other.readers());
    }

    private Set<String> readers() {
        var readers = new HashSet<String>();
        providers.forEach(provider -> readers.addAll(provider.readers()));
        return readers;
    }
}
