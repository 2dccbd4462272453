package mortise.authn.jwt;

import java.util.List;
import java.util.Map;
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
import mortise.core.codec.DecodeLimits;
import mortise.core.codec.Decoded;
import mortise.core.codec.MalformedBodyException;
import mortise.core.codec.YamlDecoder;
import mortise.core.jwt.PublishedKeys;
import org.jspecify.annotations.Nullable;

/** Reads the text of an authentication configuration, YAML or JSON. Pure. */
final class SettingsReader {

    static final String KIND = "AuthenticationConfiguration";
    private static final List<String> VERSIONS = List.of("v1", "v1beta1");
    private static final Set<String> ALGORITHMS = Set.copyOf(PublishedKeys.ALGORITHMS);
    private static final int DEPTH_MAX = 64;

    private SettingsReader() {
    }

    /**
     * Reads a document.
     *
     * @param apiDomain suffix of the group that the document names
     * @throws IllegalArgumentException when it is not such a document, has fields that there are not, or has one twice
     */
    static AuthenticationSettings read(byte[] text, int bytesMax, String apiDomain) {
        Decoded decoded;
        try {
            decoded = YamlDecoder.decode(text, new DecodeLimits(DEPTH_MAX, bytesMax));
        } catch (MalformedBodyException broken) {
            throw new IllegalArgumentException(String.valueOf(broken.getMessage()), broken);
        }
        checkKind(decoded.value(), "apiserver.config." + apiDomain);
        var problems = new Problems();
        decoded.strictErrors().forEach(problems::add);
        AuthenticationSettings settings =
                TreeReader.read(decoded.value(), "", problems, SettingsReader::document);
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

    private static AuthenticationSettings document(TreeReader document) {
        document.text("apiVersion");
        document.text("kind");
        return new AuthenticationSettings(document.structs("jwt", SettingsReader::jwt), document.has("anonymous")
                ? Optional.of(document.struct("anonymous", SettingsReader::anonymous)) : Optional.empty());
    }

    private static Anonymous anonymous(TreeReader anonymous) {
        return new Anonymous(anonymous.truth("enabled"),
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
