package mortise.authn.jwt;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import mortise.api.ListSetting;
import mortise.authn.jwt.AuthenticationSettings.ClaimRule;
import mortise.authn.jwt.AuthenticationSettings.Issuer;
import mortise.authn.jwt.AuthenticationSettings.Jwt;
import mortise.authn.jwt.AuthenticationSettings.Mappings;
import mortise.authn.jwt.AuthenticationSettings.Source;
import mortise.core.jwt.PublishedKeys;

/** Says what the {@code --oidc-*} flags mean, as a configuration with one authenticator. Pure but for the CA file. */
final class FlagSettings {

    private static final String NO_PREFIX = "-";
    private static final String EMAIL = "email";
    private static final long FILE_BYTES_MAX = 4L << 20;

    private FlagSettings() {
    }

    /** Says whether any of the flags is given. */
    static boolean given(JwtConfig config) {
        return !(config.oidc_issuer_url() + config.oidc_client_id() + config.oidc_username_prefix()
                + config.oidc_groups_claim() + config.oidc_groups_prefix() + config.oidc_ca_file()).isBlank()
                || !config.oidc_username_claim().equals("sub")
                || !ListSetting.distinct(config.oidc_required_claim()).isEmpty()
                || !ListSetting.distinct(config.oidc_signing_algs()).equals(List.of("RS256"));
    }

    /** @throws IllegalArgumentException when a flag is missing or its value bad */
    static AuthenticationSettings read(JwtConfig config) {
        String issuer = config.oidc_issuer_url().strip();
        if (issuer.isEmpty() || config.oidc_client_id().isBlank()) {
            throw new IllegalArgumentException(
                    "oidc-issuer-url and oidc-client-id must be specified together when any oidc-* flags are set");
        }
        String claim = config.oidc_username_claim().strip();
        String prefix = config.oidc_username_prefix();
        if (prefix.isEmpty() && !claim.equals(EMAIL)) {
            prefix = issuer + "#";
        } else if (prefix.equals(NO_PREFIX)) {
            prefix = "";
        }
        String groups = config.oidc_groups_claim().strip();
        Source groupSource = groups.isEmpty() ? Source.NONE
                : new Source(groups, Optional.of(config.oidc_groups_prefix()), "");
        var mappings = new Mappings(new Source(claim, Optional.of(prefix), ""), groupSource, Source.NONE, List.of());
        var from = new Issuer(issuer, "", authorities(config.oidc_ca_file().strip()),
                List.of(config.oidc_client_id().strip()), "", "");
        return new AuthenticationSettings(List.of(new Jwt(from, requiredClaims(config), mappings, List.of(),
                algorithms(config))), Optional.empty());
    }

    private static List<ClaimRule> requiredClaims(JwtConfig config) {
        var rules = new ArrayList<ClaimRule>();
        for (String pair : ListSetting.distinct(config.oidc_required_claim())) {
            int equals = pair.indexOf('=');
            if (equals <= 0) {
                throw new IllegalArgumentException(
                        "oidc.required.claim: malformed pair, expect string=string: " + pair);
            }
            rules.add(new ClaimRule(pair.substring(0, equals).strip(), pair.substring(equals + 1).strip(), "", ""));
        }
        return rules;
    }

    private static Set<String> algorithms(JwtConfig config) {
        List<String> algorithms = ListSetting.distinct(config.oidc_signing_algs());
        for (String algorithm : algorithms) {
            if (!PublishedKeys.ALGORITHMS.contains(algorithm)) {
                throw new IllegalArgumentException(
                        "oidc.signing.algs: unsupported signing alg: \"" + algorithm + "\"");
            }
        }
        return Set.copyOf(algorithms);
    }

    private static String authorities(String file) {
        if (file.isEmpty()) {
            return "";
        }
        try {
            Path path = Path.of(file);
            if (Files.size(path) > FILE_BYTES_MAX) {
                throw new IllegalArgumentException(
                        "oidc.ca.file: " + file + " is larger than " + FILE_BYTES_MAX + " bytes");
            }
            // ISO 8859-1 reads any bytes; PEM itself is ASCII.
            String text = Files.readString(path, StandardCharsets.ISO_8859_1);
            Documents.authorities(text);
            return text;
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException("oidc.ca.file: there is no file " + file, e);
        } catch (IOException e) {
            throw new IllegalArgumentException("oidc.ca.file: cannot read " + file + ": " + e, e);
        }
    }
}
