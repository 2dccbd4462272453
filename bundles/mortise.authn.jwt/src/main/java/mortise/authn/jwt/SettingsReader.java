package mortise.authn.jwt;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import mortise.authn.jwt.AuthenticationSettings.Anonymous;
import mortise.authn.jwt.AuthenticationSettings.ClaimRule;
import mortise.authn.jwt.AuthenticationSettings.Extra;
import mortise.authn.jwt.AuthenticationSettings.Issuer;
import mortise.authn.jwt.AuthenticationSettings.Jwt;
import mortise.authn.jwt.AuthenticationSettings.Mappings;
import mortise.authn.jwt.AuthenticationSettings.Source;
import mortise.authn.jwt.AuthenticationSettings.UserRule;
import mortise.core.jwt.PublishedKeys;
import mortise.core.settings.DocumentKind;
import mortise.core.settings.TreeReader;

/** Reads the text of an authentication configuration, YAML or JSON. Pure. */
final class SettingsReader {

    private static final DocumentKind KIND = new DocumentKind("AuthenticationConfiguration", List.of("v1", "v1beta1"));
    private static final Set<String> ALGORITHMS = Set.copyOf(PublishedKeys.ALGORITHMS);

    private SettingsReader() {
    }

    /**
     * Reads a document.
     *
     * @param apiDomain suffix of the group that the document names
     * @throws IllegalArgumentException when it is not such a document, has fields that there are not, or has one twice
     */
    static AuthenticationSettings read(byte[] text, int bytesMax, String apiDomain) {
        return KIND.read(text, bytesMax, apiDomain, SettingsReader::document);
    }

    private static AuthenticationSettings document(TreeReader document) {
        return new AuthenticationSettings(document.structs("jwt", SettingsReader::jwt), document.has("anonymous")
                ? Optional.of(document.struct("anonymous", SettingsReader::anonymous)) : Optional.empty());
    }

    private static Anonymous anonymous(TreeReader anonymous) {
        return new Anonymous(anonymous.truth("enabled", false),
                anonymous.structs("conditions", condition -> condition.text("path")));
    }

    private static Jwt jwt(TreeReader jwt) {
        return new Jwt(jwt.struct("issuer", SettingsReader::issuer),
                jwt.structs("claimValidationRules", rule -> new ClaimRule(rule.text("claim"),
                        rule.text("requiredValue"), rule.text("expression"), rule.text("message"))),
                jwt.struct("claimMappings", SettingsReader::mappings),
                jwt.structs("userValidationRules", rule -> new UserRule(rule.text("expression"),
                        rule.text("message"))),
                ALGORITHMS);
    }

    private static Issuer issuer(TreeReader issuer) {
        return new Issuer(issuer.text("url"), issuer.text("discoveryURL"), issuer.text("certificateAuthority"),
                issuer.texts("audiences"), issuer.text("audienceMatchPolicy"), issuer.text("egressSelectorType"));
    }

    private static Mappings mappings(TreeReader mappings) {
        return new Mappings(mappings.struct("username", SettingsReader::prefixed),
                mappings.struct("groups", SettingsReader::prefixed),
                mappings.struct("uid", uid -> new Source(uid.text("claim"), Optional.empty(), uid.text("expression"))),
                mappings.structs("extra", extra -> new Extra(extra.text("key"), extra.text("valueExpression"))));
    }

    private static Source prefixed(TreeReader source) {
        return new Source(source.text("claim"), source.optionalText("prefix"), source.text("expression"));
    }
}
