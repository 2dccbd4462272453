package mortise.authn.serviceaccount;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import mortise.api.Sha256;
import mortise.api.UserInfo;
import mortise.authn.serviceaccount.KnownTokens.Known;
import mortise.core.jwt.JwtException;
import mortise.core.jwt.JwtJson;
import mortise.spi.authentication.Authentication;
import mortise.spi.authentication.Authentication.Authenticated;
import mortise.spi.authentication.Authentication.Rejected;
import mortise.spi.authentication.AuthenticationRequest;
import mortise.spi.authentication.RequestAuthenticator;
import org.jspecify.annotations.Nullable;

/**
 * Knows the tokens of this server's service accounts. Any thread. A token of another issuer is somebody else's; one of
 * this issuer that is not good is rejected.
 */
final class TokenAuthenticator implements RequestAuthenticator {

    /** Far more than the claims of a token can take; nothing longer is even looked at. */
    static final int TOKEN_CHARS_MAX = 32 * 1024;

    private static final int TOKENS_MAX = 4096;
    /** Clients send the same token many times a second, and the objects that it names seldom go. */
    private static final Duration ANSWER_HOLDS = Duration.ofSeconds(1);

    private final Settings settings;
    private final InstantSource clock;
    private final TimedToken timed;
    private final LastingToken lasting;
    private final KnownTokens known = new KnownTokens(TOKENS_MAX);

    TokenAuthenticator(Settings settings, Objects objects, String labelDomain, InstantSource clock) {
        this.settings = settings;
        this.clock = clock;
        this.timed = new TimedToken(objects);
        this.lasting = new LastingToken(objects, settings.lookup(), labelDomain);
    }

    @Override
    public Authentication authenticate(AuthenticationRequest request) {
        Optional<String> token = request.bearerToken();
        if (token.isEmpty() || token.get().length() > TOKEN_CHARS_MAX) {
            return Authentication.NOT_MINE;
        }
        String digest = Sha256.hex(token.get());
        Instant now = clock.instant();
        @Nullable Known good = known.get(digest);
        @Nullable Authentication last = good == null ? null : good.answer(request.audiences(), now);
        if (last != null) {
            return last;
        }
        try {
            if (good == null) {
                if (!isFromHere(token.get())) {
                    return Authentication.NOT_MINE;
                }
                good = new Known(new Claims(settings.verifier().verify(token.get())));
                known.put(digest, good);
            }
            Authentication answer = judge(good.claims(), token.get(), request.audiences(), now);
            good.remember(request.audiences(), answer, now, now.plus(ANSWER_HOLDS));
            return answer;
        } catch (JwtException | RefusedException refused) {
            return new Rejected("service account token: " + refused.getMessage());
        }
    }

    /** Says whether a token claims to be of this server; nothing of it is believed for that. */
    private boolean isFromHere(String token) {
        try {
            String issuer = new Claims(JwtJson.unverifiedClaims(token)).text("iss");
            return issuer.equals(Claims.LEGACY_ISSUER) || settings.issuers().contains(issuer);
        } catch (JwtException notAToken) {
            return false;
        }
    }

    private Authentication judge(Claims claims, String token, List<String> asked, Instant now)
            throws RefusedException {
        boolean isLasting = claims.text("iss").equals(Claims.LEGACY_ISSUER);
        // A token that names no audience was always meant for the server that signed it.
        List<String> meant = claims.texts("aud").isEmpty() ? settings.audiences() : claims.texts("aud");
        List<String> wanted = asked.isEmpty() ? settings.audiences() : asked;
        List<String> audiences = meant.stream().filter(wanted::contains).distinct().toList();
        if (audiences.isEmpty()) {
            throw new RefusedException("it is meant for other audiences");
        }
        UserInfo user = isLasting ? lasting.identity(claims, token) : timed.identity(claims, now);
        return new Authenticated(user, audiences);
    }
}
