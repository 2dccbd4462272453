package mortise.authn.jwt;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import mortise.api.Sha256;
import mortise.authn.jwt.AuthenticationSettings.Anonymous;
import mortise.authn.jwt.AuthenticationSettings.Jwt;
import mortise.authn.jwt.KeySource.Origin;
import mortise.authn.jwt.TokenJudge.Verdict;
import mortise.core.jwt.JwtException;
import mortise.core.jwt.JwtJson;
import mortise.spi.authentication.Authentication;
import mortise.spi.authentication.Authentication.Authenticated;
import mortise.spi.authentication.Authentication.Rejected;

/** One state of the configuration: whose tokens count, and who may be anonymous. Immutable but for what it caches. */
final class Issuers {

    /** Nothing longer is even looked at; a header seldom takes more than that. */
    static final int TOKEN_CHARS_MAX = 64 * 1024;

    private static final int TOKENS_MAX = 4096;
    /** Checking a signature takes longer than everything else, and clients send the same token again and again. */
    private static final Duration ANSWER_HOLDS = Duration.ofSeconds(10);

    private final Map<String, TokenJudge> judges = new HashMap<>();
    private final Map<Origin, KeySource> sources = new HashMap<>();
    private final Optional<Anonymous> anonymous;
    private final TokenCache cache = new TokenCache(TOKENS_MAX);

    /**
     * Makes the state for a configuration that was checked.
     *
     * @param before the state before, whose keys are kept for issuers that stay
     * @param makeSource makes the keys of a new one
     */
    Issuers(AuthenticationSettings settings, Optional<Issuers> before,
            Function<Origin, KeySource> makeSource) {
        anonymous = settings.anonymous();
        for (Jwt jwt : settings.jwt()) {
            var origin = new Origin(jwt.issuer().url(), jwt.issuer().discoveryUrl(),
                    jwt.issuer().certificateAuthority());
            KeySource source = before.map(state -> state.sources.get(origin))
                    .orElseGet(() -> makeSource.apply(origin));
            sources.put(origin, source);
            judges.put(jwt.issuer().url(), new TokenJudge(jwt, source));
        }
    }

    Collection<KeySource> sources() {
        return sources.values();
    }

    Optional<Boolean> allowsAnonymous(String path) {
        return anonymous.map(rules -> rules.enabled() && (rules.paths().isEmpty() || rules.paths().contains(path)));
    }

    Authentication authenticate(String token, Instant now) {
        if (judges.isEmpty() || token.length() > TOKEN_CHARS_MAX) {
            return Authentication.NOT_MINE;
        }
        String digest = Sha256.hex(token);
        Optional<Authentication> known = cache.get(digest, now);
        if (known.isPresent()) {
            return known.get();
        }
        TokenJudge judge = judges.get(issuer(token));
        if (judge == null) {
            return Authentication.NOT_MINE;
        }
        long start = System.nanoTime();
        boolean good = false;
        try {
            Verdict verdict = judge.judge(token, now);
            good = true;
            // It names audiences of its own; to those who are asked for here it is as good as one that names none.
            Authentication answer = new Authenticated(verdict.user(), List.of());
            Instant until = now.plus(ANSWER_HOLDS);
            cache.put(digest, answer, now, until.isBefore(verdict.expires()) ? until : verdict.expires());
            return answer;
        } catch (JwtException | RefusedException refused) {
            return new Rejected("oidc: " + refused.getMessage());
        } finally {
            judge.keys().latency(good).took(System.nanoTime() - start);
        }
    }

    /** Returns whom a token claims to be of; nothing of it is believed for that. */
    private static String issuer(String token) {
        try {
            return JwtJson.unverifiedClaims(token).get("iss") instanceof String issuer ? issuer : "";
        } catch (JwtException notAToken) {
            return "";
        }
    }
}
