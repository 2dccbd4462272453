package mortise.authn.serviceaccount;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import mortise.api.ListSetting;
import mortise.core.jwt.JwtSigner;
import mortise.core.jwt.JwtVerifier;
import mortise.core.jwt.KeyFile;
import mortise.core.jwt.VerificationKey;

/**
 * The settings after they were checked and the keys were read. Immutable.
 *
 * @param issuers accepted issuers, the one of new tokens first
 * @param audiences audiences that this server is
 * @param signer signs new tokens; nothing without a key for that
 * @param verifier knows every key whose tokens are accepted
 * @param published keys that others are told of
 * @param jwksUri where others find the keys; empty for this server
 * @param lookup whether tokens of secrets end with their secret and account
 * @param secondsMax longest lifetime of new tokens; 0 for no limit
 * @param extend whether tokens in pods last longer than they say
 */
record Settings(
        List<String> issuers,
        List<String> audiences,
        Optional<JwtSigner> signer,
        JwtVerifier verifier,
        List<VerificationKey> published,
        String jwksUri,
        boolean lookup,
        long secondsMax,
        boolean extend) {

    private static final long SHORTEST_LIMIT_SECONDS = 3600;
    private static final long LONGEST_LIMIT_SECONDS = 1L << 32;

    /** @throws IllegalArgumentException when a setting is wrong, with its name */
    static Settings of(ServiceAccountConfig config) {
        List<String> issuers = ListSetting.distinct(config.service_account_issuer());
        if (issuers.isEmpty()) {
            throw new IllegalArgumentException("service.account.issuer: an issuer has a name");
        }
        issuers.forEach(Settings::checkIssuer);
        checkUri(config.service_account_jwks_uri());
        List<String> audiences = ListSetting.distinct(config.api_audiences());
        Optional<JwtSigner> signer = file(config.service_account_signing_key_file())
                .map(path -> signer("service.account.signing.key.file", path));
        var published = new ArrayList<VerificationKey>();
        signer.ifPresent(key -> published.add(key.publicKey()));
        List<String> files = ListSetting.distinct(config.service_account_key_file());
        files.forEach(path -> published.addAll(keys("service.account.key.file", Path.of(path))));
        var accepted = new ArrayList<>(published);
        if (files.isEmpty()) {
            file(config.tls_private_key_file()).ifPresent(path -> accepted.addAll(servingKey(path)));
        }
        return new Settings(issuers, audiences.isEmpty() ? issuers : audiences, signer, new JwtVerifier(accepted),
                new JwtVerifier(published).keys(), config.service_account_jwks_uri().strip(),
                config.service_account_lookup(), limit(config.service_account_max_token_expiration()),
                config.service_account_extend_token_expiration());
    }

    private static Optional<Path> file(String configured) {
        return configured.isBlank() ? Optional.empty() : Optional.of(Path.of(configured.strip()));
    }

    private static void checkIssuer(String issuer) {
        // The form of RFC 7519: what has a colon is a URI.
        if (issuer.indexOf(':') >= 0) {
            try {
                URI.create(issuer);
            } catch (IllegalArgumentException notUri) {
                throw new IllegalArgumentException("service.account.issuer: " + issuer
                        + " has a colon and is not a URI", notUri);
            }
        }
    }

    private static void checkUri(String uri) {
        if (!uri.isBlank() && !uri.strip().startsWith("https://")) {
            throw new IllegalArgumentException("service.account.jwks.uri: " + uri + " is not an https URL");
        }
    }

    private static JwtSigner signer(String key, Path file) {
        try {
            return KeyFile.signer(file);
        } catch (IOException e) {
            throw unreadable(key, file, e);
        }
    }

    private static List<VerificationKey> keys(String key, Path file) {
        try {
            return KeyFile.publicKeys(file);
        } catch (IOException e) {
            throw unreadable(key, file, e);
        }
    }

    /** A server may have a certificate that is of no use for tokens; then there is no key to fall back to. */
    private static List<VerificationKey> servingKey(Path file) {
        try {
            return KeyFile.publicKeys(file);
        } catch (IOException noKeyForTokens) {
            return List.of();
        }
    }

    private static IllegalArgumentException unreadable(String key, Path file, IOException why) {
        String reason = why instanceof java.nio.file.NoSuchFileException ? "there is no file " + file
                : String.valueOf(why.getMessage());
        return new IllegalArgumentException(key + ": " + reason, why);
    }

    private static long limit(String text) {
        long seconds = Lifetime.seconds(text).orElseThrow(() -> new IllegalArgumentException(
                "service.account.max.token.expiration: not a duration: " + text));
        if (seconds != 0 && (seconds < SHORTEST_LIMIT_SECONDS || seconds > LONGEST_LIMIT_SECONDS)) {
            throw new IllegalArgumentException("service.account.max.token.expiration: must be 1h to 2^32 seconds, or 0"
                    + " for no limit: " + text);
        }
        return seconds;
    }
}
