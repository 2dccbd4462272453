package mortise.core.http.filter;

import java.util.Optional;
import mortise.api.UserInfo;
import mortise.core.http.exchange.ApiExchange;
import mortise.core.http.exchange.Filter;
import mortise.core.http.negotiate.Negotiator;
import mortise.core.http.render.Renderer;
import mortise.spi.authorization.AuthorizationRequest;
import mortise.spi.authorization.Decision;

/**
 * Asks whether the request may be done. When none of the configured modes allows it, it is denied. Callers in
 * {@code system:masters} are let through before any is asked.
 */
public final class Authorize implements Filter {

    private final Access access;

    /** Takes the modes that are asked. */
    public Authorize(Modes modes) {
        this.access = new Access(modes);
    }

    @Override
    public void apply(ApiExchange exchange, Next next) {
        UserInfo user = exchange.user();
        if (user.groups().contains(UserInfo.MASTERS)) {
            annotate(exchange, true, "");
            exchange.authorization(verb -> Optional.empty());
        } else {
            AuthorizationRequest request = Access.request(user, exchange.info(), exchange.query());
            Decision decision = access.decision(exchange, request);
            Access.refusal(request, decision).ifPresent(refusal -> {
                annotate(exchange, false, refusal.reason());
                Renderer.errorsIn(exchange, Negotiator.forErrors(exchange));
                throw refusal.answer();
            });
            annotate(exchange, true, decision instanceof Decision.Allow allow ? allow.reason() : "");
            exchange.authorization(verb -> access.refusal(exchange, Access.withVerb(request, verb)));
        }
        next.proceed(exchange);
    }

    /** Tells the record of the request, when there is one, what was decided. */
    private static void annotate(ApiExchange exchange, boolean allowed, String reason) {
        if (exchange.audit().isPresent()) {
            String domain = "authorization." + exchange.plugins().apiDomain();
            exchange.annotate(domain + "/decision", allowed ? "allow" : "forbid");
            exchange.annotate(domain + "/reason", reason);
        }
    }
}
