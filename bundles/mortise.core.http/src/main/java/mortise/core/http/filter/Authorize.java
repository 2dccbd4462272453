package mortise.core.http.filter;

import mortise.core.http.exchange.ApiExchange;
import mortise.core.http.exchange.Filter;
import mortise.core.http.measure.DecisionMetrics;
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
    private final DecisionMetrics metrics;

    /** Takes the modes that are asked, and what counts how that went. */
    public Authorize(Modes modes, DecisionMetrics metrics) {
        this.access = new Access(modes);
        this.metrics = metrics;
    }

    @Override
    public void apply(ApiExchange exchange, Next next) {
        AuthorizationRequest request = Access.request(exchange.user(), exchange.info(), exchange.query());
        Decision decision = decision(exchange, request);
        Access.refusal(request, decision).ifPresent(refusal -> {
            annotate(exchange, false, refusal.reason());
            Renderer.errorsIn(exchange, Negotiator.forErrors(exchange));
            throw refusal.answer();
        });
        annotate(exchange, true, decision instanceof Decision.Allow allow ? allow.reason() : "");
        exchange.authorization(verb -> access.refusal(exchange, Access.withVerb(request, verb)));
        next.proceed(exchange);
    }

    private Decision decision(ApiExchange exchange, AuthorizationRequest request) {
        long begin = System.nanoTime();
        String result = "error";
        try {
            Decision decision = access.decision(exchange, request);
            result = decision instanceof Decision.Allow ? "allowed" : "denied";
            return decision;
        } finally {
            metrics.attempted(result, System.nanoTime() - begin);
        }
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
