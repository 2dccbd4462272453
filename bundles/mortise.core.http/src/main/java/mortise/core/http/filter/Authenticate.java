package mortise.core.http.filter;

import java.util.List;
import java.util.Optional;
import mortise.api.ApiException;
import mortise.api.ApiStatus;
import mortise.api.ErrorReason;
import mortise.api.UserInfo;
import mortise.core.http.exchange.ApiExchange;
import mortise.core.http.exchange.Filter;
import mortise.core.http.plugin.Plugin;
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

    private final boolean fallback;

    /** Takes whether a request without any credential may have an identity. */
    public Authenticate(boolean fallback) {
        this.fallback = fallback;
    }

    @Override
    public void apply(ApiExchange exchange, Next next) {
        var request = new AuthenticationRequest(exchange.info().path(), exchange.wire().headers(),
                exchange.wire().peerCertificates(), exchange.wire().remoteAddress());
        Findings findings = ask(exchange, request, exchange.plugins().authenticators());
        Optional<UserInfo> user = findings.user();
        if (fallback && user.isEmpty() && !findings.rejected() && request.bearerToken().isEmpty()) {
            user = ask(exchange, request, exchange.plugins().fallbackAuthenticators()).user();
        }
        exchange.user(withGroup(user.orElseThrow(Authenticate::unauthorized)));
        next.proceed(exchange);
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

    private static UserInfo withGroup(UserInfo user) {
        return user.groups().contains(UserInfo.UNAUTHENTICATED) ? user : user.withGroup(UserInfo.AUTHENTICATED);
    }

    private static ApiException unauthorized() {
        return new ApiException(ApiStatus.of(ErrorReason.UNAUTHORIZED, "Unauthorized"));
    }
}
