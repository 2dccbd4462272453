package mortise.authn.serviceaccount;

import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import mortise.api.ApiException;
import mortise.api.ApiStatus;
import mortise.api.ErrorReason;
import mortise.core.jwt.JwtSigner;
import mortise.spi.authentication.IssuedToken;
import mortise.spi.authentication.TokenIssuer;
import mortise.spi.authentication.TokenOrder;

/** Puts together what tokens say, and has them signed. Any thread. */
final class Issuer implements TokenIssuer {

    /** What pods ask for when they are ready to renew their token; so nobody means this number by chance. */
    private static final long RENEWED_SECONDS = 3607;
    private static final long EXTENDED_SECONDS = 365L * 24 * 3600;

    private final Settings settings;
    private final InstantSource clock;

    Issuer(Settings settings, InstantSource clock) {
        this.settings = settings;
        this.clock = clock;
    }

    /** @throws ApiException 404 without a key to sign with */
    @Override
    public IssuedToken issue(TokenOrder order) {
        JwtSigner signer = settings.signer().orElseThrow(() -> new ApiException(ApiStatus.of(ErrorReason.NOT_FOUND,
                "the server could not find the requested resource", ApiStatus.Details.of(List.of(), 0))));
        if (order instanceof TokenOrder.Timed timed) {
            return timed(signer, timed);
        }
        var lasting = (TokenOrder.Lasting) order;
        return new IssuedToken(signer.sign(lasting(lasting)), List.of(), 0, Optional.empty());
    }

    private IssuedToken timed(JwtSigner signer, TokenOrder.Timed order) {
        Instant now = clock.instant();
        List<String> audiences = order.audiences().isEmpty() ? settings.audiences() : order.audiences();
        long lifetime = settings.secondsMax() > 0
                ? Math.min(settings.secondsMax(), order.lifetimeSeconds()) : order.lifetimeSeconds();
        boolean extended = settings.extend() && lifetime == RENEWED_SECONDS
                && order.boundTo().filter(bound -> bound.kind().equals(Claims.POD)).isPresent()
                && settings.audiences().containsAll(audiences);
        var claims = new LinkedHashMap<String, Object>();
        claims.put("aud", audiences);
        claims.put("exp", now.getEpochSecond() + (extended ? EXTENDED_SECONDS : lifetime));
        claims.put("iat", now.getEpochSecond());
        claims.put("iss", settings.issuers().get(0));
        claims.put("jti", UUID.randomUUID().toString());
        claims.put(Claims.PRIVATE, privateClaims(order, extended ? now.getEpochSecond() + lifetime : 0));
        claims.put("nbf", now.getEpochSecond());
        claims.put("sub", Claims.subject(order.account().namespace(), order.account().name()));
        return new IssuedToken(signer.sign(claims), audiences, lifetime, Optional.of(now.plusSeconds(lifetime)));
    }

    private static Map<String, Object> privateClaims(TokenOrder.Timed order, long warnAfter) {
        var claims = new LinkedHashMap<String, Object>();
        claims.put("namespace", order.account().namespace());
        order.node().ifPresent(node -> claims.put("node", reference(node)));
        order.boundTo().ifPresent(bound ->
                claims.put(bound.kind().toLowerCase(Locale.ROOT), reference(bound)));
        claims.put("serviceaccount", reference(new TokenOrder.Reference(
                "ServiceAccount", order.account().name(), order.account().uid())));
        if (warnAfter > 0) {
            claims.put("warnafter", warnAfter);
        }
        return claims;
    }

    private static Map<String, Object> reference(TokenOrder.Reference object) {
        var reference = new LinkedHashMap<String, Object>();
        reference.put("name", object.name());
        if (!object.uid().isEmpty()) {
            reference.put("uid", object.uid());
        }
        return reference;
    }

    private static Map<String, Object> lasting(TokenOrder.Lasting order) {
        TokenOrder.Account account = order.account();
        var claims = new LinkedHashMap<String, Object>();
        claims.put("iss", Claims.LEGACY_ISSUER);
        claims.put(Claims.LEGACY_NAMESPACE, account.namespace());
        claims.put(Claims.LEGACY_SECRET, order.secret());
        claims.put(Claims.LEGACY_NAME, account.name());
        claims.put(Claims.LEGACY_UID, account.uid());
        claims.put("sub", Claims.subject(account.namespace(), account.name()));
        return claims;
    }
}
