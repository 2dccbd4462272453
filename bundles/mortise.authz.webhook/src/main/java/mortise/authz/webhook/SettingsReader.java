package mortise.authz.webhook;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import mortise.authz.webhook.AuthorizationSettings.Connection;
import mortise.authz.webhook.AuthorizationSettings.Entry;
import mortise.authz.webhook.AuthorizationSettings.Hook;
import mortise.core.settings.DocumentKind;
import mortise.core.settings.TreeReader;
import org.jspecify.annotations.Nullable;

/** Reads the text of an authorization configuration, YAML or JSON. Pure. */
final class SettingsReader {

    static final Duration AUTHORIZED_TTL = Duration.ofMinutes(5);
    static final Duration UNAUTHORIZED_TTL = Duration.ofSeconds(30);

    private static final DocumentKind KIND =
            new DocumentKind("AuthorizationConfiguration", List.of("v1", "v1beta1", "v1alpha1"));

    private SettingsReader() {
    }

    /**
     * Reads a document.
     *
     * @param apiDomain suffix of the group that the document names
     * @throws IllegalArgumentException when it is not such a document, has fields that there are not, or has one twice
     */
    static AuthorizationSettings read(byte[] text, int bytesMax, String apiDomain) {
        return KIND.read(text, bytesMax, apiDomain, SettingsReader::document);
    }

    private static AuthorizationSettings document(TreeReader document) {
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
