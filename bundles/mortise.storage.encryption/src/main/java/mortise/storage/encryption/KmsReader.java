package mortise.storage.encryption;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.Set;
import mortise.api.GoDuration;

/** Reads a {@code kms} entry. */
final class KmsReader {

    private static final Set<String> FIELDS = Set.of("apiVersion", "name", "cachesize", "endpoint", "timeout");
    private static final String VERSION = "v2";
    private static final Duration TIMEOUT = Duration.ofSeconds(3);
    private static final Duration TIMEOUT_MAX = Duration.ofMinutes(1);

    private KmsReader() {
    }

    /**
     * Returns what the entry says.
     *
     * @throws IllegalArgumentException when it has a mistake in it
     */
    static KmsSettings read(ConfigNode node) {
        node.requireFields(FIELDS);
        requireVersion(node);
        if (node.field("cachesize").isPresent()) {
            throw node.mistake("cachesize: Invalid value: cachesize is not supported in v2");
        }
        return new KmsSettings(name(node), socket(node), timeout(node));
    }

    private static void requireVersion(ConfigNode node) {
        String version = node.text("apiVersion");
        if (version.isEmpty() || version.equals("v1")) {
            throw node.mistake("apiVersion: Invalid value: \"v1\": KMSv1 is deprecated and not supported by this"
                    + " server. Use KMSv2 instead.");
        }
        if (!version.equals(VERSION)) {
            throw node.mistake("apiVersion: Invalid value: unsupported apiVersion for KMS provider, only v2 is"
                    + " supported");
        }
    }

    private static String name(ConfigNode node) {
        String name = node.text("name");
        if (name.isEmpty()) {
            throw node.mistake("name: Required value: name is a mandatory field for a provider");
        }
        if (name.indexOf(':') >= 0) {
            throw node.mistake("name: Invalid value: \"" + name + "\": invalid KMS provider name " + name
                    + ", must not contain :");
        }
        return name;
    }

    private static Path socket(ConfigNode node) {
        String endpoint = node.text("endpoint");
        if (endpoint.isEmpty()) {
            throw node.mistake("endpoint: Required value: endpoint is a mandatory field for a kms");
        }
        URI address;
        try {
            address = new URI(endpoint);
        } catch (URISyntaxException e) {
            throw node.mistake("endpoint: Invalid value: invalid endpoint for kms provider");
        }
        if (!"unix".equals(address.getScheme())) {
            throw node.mistake("endpoint: Invalid value: unsupported scheme for KMS provider, only unix is supported");
        }
        String path = address.getPath();
        if (path == null || path.isEmpty() || path.startsWith("/@")) {
            throw node.mistake("endpoint: Invalid value: the path of a socket is expected, for example"
                    + " unix:///run/kms.sock; abstract sockets are not supported");
        }
        return Path.of(path);
    }

    private static Duration timeout(ConfigNode node) {
        if (node.field("timeout").isEmpty()) {
            return TIMEOUT;
        }
        OptionalLong nanos = GoDuration.nanos(node.text("timeout"));
        if (nanos.isEmpty()) {
            throw node.mistake("timeout: Invalid value: not a duration such as 3s");
        }
        Duration timeout = Duration.ofNanos(nanos.getAsLong());
        if (timeout.isZero() || timeout.isNegative()) {
            throw node.mistake("timeout: Invalid value: timeout should be a positive value");
        }
        return timeout.compareTo(TIMEOUT_MAX) > 0 ? TIMEOUT_MAX : timeout;
    }
}
