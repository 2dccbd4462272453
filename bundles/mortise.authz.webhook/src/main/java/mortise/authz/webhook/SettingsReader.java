package mortise.authz.webhook;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import mortise.authz.webhook.AuthorizationSettings.Connection;
import mortise.authz.webhook.AuthorizationSettings.Entry;
import mortise.authz.webhook.AuthorizationSettings.Hook;
import mortise.core.codec.DecodeLimits;
import mortise.core.codec.Decoded;
import mortise.core.codec.MalformedBodyException;
import mortise.core.codec.YamlDecoder;
import org.jspecify.annotations.Nullable;

/** Reads the text of an authorization configuration, YAML or JSON. Pure. */
final class SettingsReader {

    static final Duration AUTHORIZED_TTL = Duration.ofMinutes(5);
    static final Duration UNAUTHORIZED_TTL = Duration.ofSeconds(30);

    private static final String KIND = "AuthorizationConfiguration";
    private static final List<String> VERSIONS = List.of("v1", "v1beta1", "v1alpha1");
    private static final int DEPTH_MAX = 64;

    private SettingsReader() {
    }

    /**
     * Reads a document.
     *
     * @param apiDomain suffix of the group that the document names
     * @throws IllegalArgumentException when it is not such a document, has fields that there are not, or has one twice
     */
    static AuthorizationSettings read(byte[] text, int bytesMax, String apiDomain) {
        Decoded decoded;
        try {
            decoded = YamlDecoder.decode(text, new DecodeLimits(DEPTH_MAX, bytesMax));
        } catch (MalformedBodyException broken) {
            throw new IllegalArgumentException(String.valueOf(broken.getMessage()), broken);
        }
        checkKind(decoded.value(), "apiserver.config." + apiDomain);
        var problems = new Problems();
        decoded.strictErrors().forEach(problems::add);
        AuthorizationSettings settings = TreeReader.read(decoded.value(), "", problems, SettingsReader::document);
        problems.throwIfAny("strict decoding error: ");
        return settings;
    }

    private static void checkKind(@Nullable Object tree, String group) {
        Map<?, ?> document = tree instanceof Map<?, ?> map ? map : Map.of();
        if (!(document.get("kind") instanceof String kind) || kind.isEmpty()) {
            throw new IllegalArgumentException("Object 'Kind' is missing");
        }
        if (!(document.get("apiVersion") instanceof String version) || version.isEmpty()) {
            throw new IllegalArgumentException("Object 'apiVersion' is missing");
        }
        boolean known = VERSIONS.stream().anyMatch(name -> version.equals(group + "/" + name));
        if (!known || !kind.equals(KIND)) {
            throw new IllegalArgumentException(
                    "no kind \"" + kind + "\" is registered for version \"" + version + "\"");
        }
    }

    private static AuthorizationSettings document(TreeReader document) {
        document.text("apiVersion");
        document.text("kind");
        return new AuthorizationSettings(document.structs("authorizers", entry -> new Entry(entry.text("type"),
                entry.text("name"), entry.has("webhook")
                        ? Optional.of(entry.struct("webhook", SettingsReader::hook)) : Optional.empty())));
    }

    private static Hook hook(TreeReader hook) {
        return new Hook(hook.duration("timeout"), ttl(hook.duration("authorizedTTL"), AUTHORIZED_TTL),
                ttl(hook.duration("unauthorizedTTL"), UNAUTHORIZED_TTL), hook.truth("cacheAuthorizedRequests", true),
                hook.truth("cacheUnauthorizedRequests", true), hook.text("subjectAccessReviewVersion"),
                hook.text("matchConditionSubjectAccessReviewVersion"), hook.text("failurePolicy"),
                hook.struct("connectionInfo", connection -> new Connection(connection.text("type"),
                        connection.optionalText("kubeConfigFile"))),
                hook.structs("matchConditions", condition -> condition.text("expression")));
    }

    /** As everywhere, 0 is as if nothing was said. */
    private static Duration ttl(@Nullable Duration given, Duration otherwise) {
        return given == null || given.isZero() ? otherwise : given;
    }
}
