package mortise.storage.encryption;

import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/** Reads the entries of {@code providers} of one file. */
final class ProviderReader {

    private static final Set<String> NAMES = Set.of("aescbc", "aesgcm", "identity", "kms", "secretbox");

    private final Function<KmsSettings, Provider> keyServices;
    private final List<KmsSettings> named = new ArrayList<>();

    /**
     * Begins with a file.
     *
     * @param keyServices makes the provider of a key service
     */
    ProviderReader(Function<KmsSettings, Provider> keyServices) {
        this.keyServices = keyServices;
    }

    /** Returns the key services that the file names so far. */
    List<KmsSettings> named() {
        return named;
    }

    /**
     * Returns the provider.
     *
     * @throws IllegalArgumentException when the entry has a mistake in it
     */
    Provider read(ConfigNode entry) {
        entry.requireFields(NAMES);
        List<ConfigNode> given = new ArrayList<>();
        for (String name : new TreeSet<>(NAMES)) {
            entry.field(name).ifPresent(given::add);
        }
        if (given.isEmpty()) {
            throw entry.mistake("Required value: provider does not contain any of the expected providers: KMS, AESGCM,"
                    + " AESCBC, Secretbox, Identity");
        }
        if (given.size() > 1) {
            throw entry.mistake("Invalid value: more than one provider specified in a single element, should split into"
                    + " different list elements");
        }
        ConfigNode node = given.get(0);
        if (entry.field("identity").isPresent()) {
            node.requireFields(Set.of());
            return IdentityProvider.INSTANCE;
        }
        for (Algorithm algorithm : Algorithm.values()) {
            if (entry.field(algorithm.toString()).isPresent()) {
                return keyed(node, algorithm);
            }
        }
        return kms(node);
    }

    private Provider kms(ConfigNode node) {
        KmsSettings settings = KmsReader.read(node);
        if (named.stream().anyMatch(other -> other.name().equals(settings.name()))) {
            throw node.mistake("name: Invalid value: \"" + settings.name() + "\": duplicate KMS provider name "
                    + settings.name() + ", names must be unique");
        }
        named.add(settings);
        return keyServices.apply(settings);
    }

    private static Provider keyed(ConfigNode node, Algorithm algorithm) {
        node.requireFields(Set.of("keys"));
        List<ConfigNode> keys = node.items("keys");
        if (keys.isEmpty()) {
            throw node.mistake("keys: Required value: at least one keys is required");
        }
        return new KeyedProvider(algorithm, keys.stream().map(key -> key(key, algorithm)).toList());
    }

    private static KeyedProvider.NamedKey key(ConfigNode node, Algorithm algorithm) {
        node.requireFields(Set.of("name", "secret"));
        String name = node.text("name");
        if (name.isEmpty()) {
            throw node.mistake("name: Required value: name is a mandatory field for a key");
        }
        if (name.indexOf(':') >= 0) {
            throw node.mistake("name: Invalid value: \"" + name + "\": must not contain ':'");
        }
        Optional<ConfigNode> secret = node.field("secret");
        if (secret.isEmpty() || secret.get().text().isEmpty()) {
            throw node.mistake("secret: Required value: secret is a mandatory field for a key");
        }
        return KeyedProvider.NamedKey.of(algorithm, name, bytes(secret.get(), algorithm));
    }

    private static byte[] bytes(ConfigNode secret, Algorithm algorithm) {
        byte[] bytes;
        try {
            // Line ends within the text are allowed, as they are in Kubernetes.
            bytes = Base64.getDecoder().decode(secret.text().replaceAll("[\r\n]", ""));
        } catch (IllegalArgumentException e) {
            // The cause quotes a character of the secret.
            throw secret.invalid("REDACTED", "secrets must be base64 encoded");
        }
        if (!algorithm.keyBytes().contains(bytes.length)) {
            throw secret.invalid("REDACTED", "secret is not of the expected length, got " + bytes.length
                    + ", expected one of " + algorithm.keyBytes().toString().replace(",", ""));
        }
        return bytes;
    }
}
