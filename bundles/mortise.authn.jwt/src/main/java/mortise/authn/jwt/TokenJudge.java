package mortise.authn.jwt;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import mortise.api.UserInfo;
import mortise.authn.jwt.AuthenticationSettings.Jwt;
import mortise.core.jwt.JwtException;
import org.jspecify.annotations.Nullable;

/** Judges tokens of one issuer. Immutable; any thread; may wait for the keys of the issuer. */
final class TokenJudge {

    /** How much later than it says a token still counts, for clocks that differ. */
    static final Duration LATE = Duration.ofSeconds(10);
    /** How far in the future the beginning of a token may be, for the same reason. */
    static final Duration EARLY = Duration.ofMinutes(5);

    private final KeySource keys;
    private final Set<String> audiences;
    private final Set<String> algorithms;
    private final Identities identities;

    TokenJudge(Jwt jwt, KeySource keys) {
        this.keys = keys;
        audiences = Set.copyOf(jwt.issuer().audiences());
        algorithms = jwt.algorithms();
        identities = new Identities(jwt);
    }

    KeySource keys() {
        return keys;
    }

    /** Whose token it is, and when that ends. */
    record Verdict(UserInfo user, Instant expires) {
    }

    /** @throws RefusedException when the token is not good */
    Verdict judge(String token, Instant now) throws RefusedException, JwtException {
        Map<String, Object> claims = keys.verify(token, algorithms);
        if (!keys.issuer().equals(claims.get("iss"))) {
            throw new RefusedException("it is of another issuer");
        }
        if (audiences(claims.get("aud")).stream().noneMatch(audiences::contains)) {
            throw new RefusedException("it is meant for other audiences");
        }
        Instant expires = time(claims, "exp", Instant.MIN);
        if (expires.equals(Instant.MIN)) {
            throw new RefusedException("it does not expire");
        }
        if (!now.isBefore(expires.plus(LATE))) {
            throw new RefusedException("it has expired");
        }
        for (String begin : List.of("nbf", "iat")) {
            if (now.plus(EARLY).isBefore(time(claims, begin, Instant.EPOCH))) {
                throw new RefusedException("it is not valid yet");
            }
        }
        return new Verdict(identities.of(claims), expires.plus(LATE));
    }

    private static List<?> audiences(@Nullable Object claim) {
        return claim instanceof List<?> list ? list : claim == null ? List.of() : List.of(claim);
    }

    private static Instant time(Map<String, Object> claims, String name, Instant absent) throws RefusedException {
        Object claim = claims.get(name);
        if (claim == null) {
            return absent;
        }
        double seconds = claim instanceof Number number ? number.doubleValue() : Double.NaN;
        // Beyond that, a time is no time that anybody means; years have four digits.
        if (!(Math.abs(seconds) < 253_402_300_800.0)) {
            throw new RefusedException("its claim " + name + " is not a time");
        }
        return Instant.ofEpochSecond((long) Math.floor(seconds));
    }
}
