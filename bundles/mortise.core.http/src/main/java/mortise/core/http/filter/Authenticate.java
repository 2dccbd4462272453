package mortise.core.http.filter;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import mortise.api.ApiException;
import mortise.api.ApiStatus;
import mortise.api.ErrorReason;
import mortise.api.UserInfo;
import mortise.core.http.exchange.ApiExchange;
import mortise.core.http.exchange.AuditTrail;
import mortise.core.http.exchange.Filter;
import mortise.core.http.exchange.Wire;
import mortise.core.http.measure.AuthenticationMetrics;
import mortise.core.http.measure.AuthenticationMetrics.Result;
import mortise.core.http.plugin.Plugin;
import mortise.core.http.plugin.PluginSnapshot;
import mortise.core.http.websocket.WebSocketHandshake;
import mortise.spi.authentication.Authentication;
import mortise.spi.authentication.AuthenticationRequest;
import mortise.spi.authentication.RequestAuthenticator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out who sends the request. The first authenticator that is certain decides. A credential that somebody rejected
 * and nobody accepted is 401, and so is a bearer token that nobody knows; only without either are the fallback
 * authenticators asked, if that is allowed at all.
 */
public final class Authenticate implements Filter {

    private static final Logger LOG = LoggerFactory.getLogger(Authenticate.class);

    private static final String AUTHORIZATION = "authorization";
    private static final String SPACED =
            "the provided Authorization header contains extra space before the bearer token, and is ignored";

    private final Predicate<PluginSnapshot> fallback;
    private final AuthenticationMetrics metrics;

    /**
     * Makes the filter.
     *
     * @param fallback whether a request without any credential may have an identity
     * @param metrics counts
     */
    public Authenticate(Predicate<PluginSnapshot> fallback, AuthenticationMetrics metrics) {
        this.fallback = fallback;
        this.metrics = metrics;
    }

    @Override
    public void apply(ApiExchange exchange, Next next) {
        long start = System.nanoTime();
        Optional<UserInfo> found;
        try {
            found = sender(exchange);
        } catch (RuntimeException failed) {
            metrics.unknown(Result.ERROR, System.nanoTime() - start);
            throw failed;
        }
        if (found.isEmpty()) {
            metrics.unknown(Result.FAILURE, System.nanoTime() - start);
            exchange.audit().ifPresent(trail -> trail.unidentified(AuditTrail.refusal(exchange.wire())));
            throw unauthorized();
        }
        UserInfo user = withGroup(found.get());
        metrics.known(user.name(), System.nanoTime() - start);
        exchange.user(user);
        exchange.audit().ifPresent(trail -> trail.identified(user));
        exchange.wire().take(exchange.plugins().credentialHeaders());
        next.proceed(exchange);
    }

    private Optional<UserInfo> sender(ApiExchange exchange) {
        var request = new AuthenticationRequest(exchange.info().path(), headers(exchange.wire()),
                exchange.wire().peerCertificates(), exchange.wire().remoteAddress());
        if (request.spacedToken()) {
            exchange.warn(SPACED);
        }
        Findings findings = ask(exchange, request, exchange.plugins().authenticators());
        Optional<UserInfo> user = findings.user();
        if (user.isEmpty() && !findings.rejected() && request.bearerToken().isEmpty()
                && fallback.test(exchange.plugins())) {
            user = ask(exchange, request, exchange.plugins().fallbackAuthenticators()).user();
        }
        return user;
    }

    /** Returns the headers, with the token in its usual place that a browser can send among the subprotocols only. */
    private static Map<String, List<String>> headers(Wire wire) {
        Map<String, List<String>> sent = wire.headers();
        Optional<String> token = sent.containsKey(AUTHORIZATION)
                ? Optional.empty() : WebSocketHandshake.bearerToken(sent);
        if (token.isEmpty()) {
            return sent;
        }
        var headers = new HashMap<>(sent);
        headers.put(AUTHORIZATION, List.of("Bearer " + token.get()));
        return headers;
    }

    private record Findings(Optional<UserInfo> user, boolean rejected) {
    }

    private static Findings ask(
            ApiExchange exchange, AuthenticationRequest request, List<Plugin<RequestAuthenticator>> authenticators) {
        boolean rejected = false;
        for (Plugin<RequestAuthenticator> authenticator : authenticators) {
            Authentication found = exchange.call(authenticator, () -> authenticator.service().authenticate(request));
            if (found instanceof Authentication.Authenticated authenticated) {
                return new Findings(Optional.of(authenticated.user()), rejected);
            }
            if (found instanceof Authentication.Rejected rejection) {
                rejected = true;
                LOG.debug("Request {}: {} rejected the credential: {}", exchange.requestId(), authenticator,
                        rejection.why());
            }
        }
        return new Findings(Optional.empty(), rejected);
    }

    /** Adds the group of all who prove who they are, unless it is the user or the group of those who do not. */
    public static UserInfo withGroup(UserInfo user) {
        return user.name().equals(UserInfo.ANONYMOUS) || user.groups().contains(UserInfo.UNAUTHENTICATED)
                ? user : user.withGroup(UserInfo.AUTHENTICATED);
    }

    private static ApiException unauthorized() {
        return new ApiException(ApiStatus.of(ErrorReason.UNAUTHORIZED, "Unauthorized"));
    }
}
