package mortise.storage.encryption;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import mortise.api.GroupResource;
import mortise.spi.storage.StoredResources;

/** Keys and files for tests. */
final class Samples {

    static final byte[] KEY_1 = key(0);
    static final byte[] KEY_2 = key(100);

    /** Secrets and deployments, stored as Kubernetes stores them. */
    static final StoredResources RESOURCES = key -> key.startsWith("/registry/secrets/")
            ? Optional.of(new GroupResource("", "secrets"))
            : key.startsWith("/registry/deployments/") ? Optional.of(new GroupResource("apps", "deployments"))
            : Optional.empty();

    private Samples() {
    }

    private static byte[] key(int first) {
        byte[] key = new byte[32];
        for (int i = 0; i < key.length; i++) {
            key[i] = (byte) (first + i);
        }
        return key;
    }

    static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    /** Returns a file with one rule; each provider is YAML in flow style. */
    static String file(String resources, String... providers) {
        return "apiVersion: apiserver.config.k8s.io/v1\nkind: EncryptionConfiguration\nresources:\n"
                + rule(resources, providers);
    }

    static String rule(String resources, String... providers) {
        return "- resources: [" + resources + "]\n  providers:\n  - " + String.join("\n  - ", providers) + "\n";
    }

    /** Returns a provider with keys: names and secrets in turns. */
    static String provider(Algorithm algorithm, Object... keys) {
        var text = new StringBuilder("{").append(algorithm).append(": {keys: [");
        for (int i = 0; i < keys.length; i += 2) {
            text.append(i == 0 ? "" : ", ").append("{name: ").append(keys[i]).append(", secret: ")
                    .append(base64((byte[]) keys[i + 1])).append('}');
        }
        return text.append("]}}").toString();
    }

    static EncryptionRules rules(String file) {
        return EncryptionFile.parse(file.getBytes(StandardCharsets.UTF_8), reader());
    }

    /** Returns a reader that reads what is said of key services and has none. */
    static ProviderReader reader() {
        return new ProviderReader(settings -> IdentityProvider.INSTANCE);
    }
}
