package mortise.authz.abac;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import mortise.api.UserInfo;
import mortise.core.codec.DecodeLimits;
import mortise.core.codec.Decoded;
import mortise.core.codec.JsonDecoder;
import mortise.core.codec.MalformedBodyException;
import org.jspecify.annotations.Nullable;

/** Reads the text of a file of policies, one JSON object a line. Lines that are empty or begin with # are comments. */
final class PolicyReader {

    private static final DecodeLimits LIMITS = new DecodeLimits(16, 64 << 10);
    private static final int POLICIES_MAX = 100_000;
    private static final int QUOTED_CHARS_MAX = 1024;
    private static final Set<String> OLD_FIELDS = Set.of("user", "group", "readonly", "resource", "namespace");
    private static final Set<String> FIELDS =
            Set.of("user", "group", "readonly", "apiGroup", "resource", "namespace", "nonResourcePath");

    private final String version;

    private PolicyReader(String version) {
        this.version = version;
    }

    /**
     * What a file holds.
     *
     * @param unversioned how many policies have the old form without a version
     */
    record Policies(List<Policy> policies, int unversioned) {
    }

    /**
     * Reads all lines.
     *
     * @param source where the text is from, for messages
     * @throws IllegalArgumentException naming the source and line of the first mistake
     */
    static Policies read(String text, String source, String labelDomain) {
        var reader = new PolicyReader("abac.authorization." + labelDomain + "/v1beta1");
        var policies = new ArrayList<Policy>();
        int unversioned = 0;
        int number = 0;
        for (String line : text.split("\r?\n", -1)) {
            number++;
            String stripped = line.strip();
            if (stripped.isEmpty() || stripped.startsWith("#")) {
                continue;
            }
            try {
                Map<?, ?> object = object(stripped);
                boolean old = object.get("apiVersion") == null && object.get("kind") == null;
                policies.add(old ? old(object) : reader.versioned(object));
                unversioned += old ? 1 : 0;
            } catch (MalformedBodyException | IllegalArgumentException mistake) {
                throw new IllegalArgumentException("error reading policy file " + source + ", line " + number + ": "
                        + shown(stripped) + ": " + mistake.getMessage(), mistake);
            }
            if (policies.size() > POLICIES_MAX) {
                throw new IllegalArgumentException("error reading policy file " + source + ", line " + number
                        + ": more than " + POLICIES_MAX + " policies");
            }
        }
        return new Policies(List.copyOf(policies), unversioned);
    }

    private static String shown(String line) {
        return line.length() > QUOTED_CHARS_MAX ? line.substring(0, QUOTED_CHARS_MAX) + "..." : line;
    }

    private static Map<?, ?> object(String line) {
        Decoded decoded = JsonDecoder.decode(line.getBytes(StandardCharsets.UTF_8), LIMITS);
        if (!decoded.duplicateFields().isEmpty()) {
            throw new IllegalArgumentException(String.join(", ", decoded.strictErrors()));
        }
        if (decoded.value() instanceof Map<?, ?> object) {
            return object;
        }
        throw new IllegalArgumentException("not a JSON object");
    }

    private Policy versioned(Map<?, ?> object) {
        String kind = text(object, "kind");
        if (!text(object, "apiVersion").equals(version) || !kind.equals("Policy")) {
            throw new IllegalArgumentException("no kind \"" + kind + "\" is registered for version \""
                    + text(object, "apiVersion") + "\"; policies are of kind \"Policy\" and version \"" + version
                    + "\"");
        }
        onlyFields(object, Set.of("apiVersion", "kind", "spec"), "");
        Object spec = object.get("spec");
        if (spec != null && !(spec instanceof Map)) {
            throw new IllegalArgumentException("spec must be an object");
        }
        Map<?, ?> fields = spec instanceof Map<?, ?> given ? given : Map.of();
        onlyFields(fields, FIELDS, "spec.");
        String user = text(fields, "user");
        String group = text(fields, "group");
        return new Policy(user, user.equals(Policy.ALL) || group.equals(Policy.ALL) ? UserInfo.AUTHENTICATED : group,
                truth(fields, "readonly"), text(fields, "apiGroup"), text(fields, "resource"),
                text(fields, "namespace"), text(fields, "nonResourcePath"));
    }

    /** In the old form, what is not said is not restricted. */
    private static Policy old(Map<?, ?> object) {
        onlyFields(object, OLD_FIELDS, "");
        String user = text(object, "user");
        String group = text(object, "group");
        boolean everybody = user.isEmpty() && group.isEmpty() || user.equals(Policy.ALL) || group.equals(Policy.ALL);
        String resource = text(object, "resource");
        String namespace = text(object, "namespace");
        return new Policy(user, everybody ? UserInfo.AUTHENTICATED : group, truth(object, "readonly"), Policy.ALL,
                resource.isEmpty() ? Policy.ALL : resource, namespace.isEmpty() ? Policy.ALL : namespace,
                resource.isEmpty() && namespace.isEmpty() ? Policy.ALL : "");
    }

    /** A restriction that is misspelt must not be taken for none. */
    private static void onlyFields(Map<?, ?> object, Set<String> known, String path) {
        for (Object name : object.keySet()) {
            if (!known.contains(String.valueOf(name))) {
                throw new IllegalArgumentException("unknown field \"" + path + name + "\"");
            }
        }
    }

    private static String text(Map<?, ?> object, String name) {
        @Nullable Object value = object.get(name);
        if (value == null) {
            return "";
        }
        if (value instanceof String text) {
            return text;
        }
        throw new IllegalArgumentException(name + " must be a string");
    }

    private static boolean truth(Map<?, ?> object, String name) {
        @Nullable Object value = object.get(name);
        if (value == null || value instanceof Boolean) {
            return Boolean.TRUE.equals(value);
        }
        throw new IllegalArgumentException(name + " must be true or false");
    }
}
