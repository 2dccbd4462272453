package mortise.core.http.route;

import java.util.ArrayList;
import java.util.Optional;
import mortise.api.ApiException;
import mortise.core.http.exchange.ApiExchange;
import mortise.core.http.exchange.RequestInfo;
import mortise.core.http.exchange.RequestLabels;
import mortise.core.http.exchange.StatusMapper;
import mortise.core.http.negotiate.Negotiator;
import mortise.core.http.plugin.Plugin;
import mortise.core.http.render.Renderer;
import mortise.spi.group.Verb;
import mortise.spi.operations.Endpoint;
import mortise.spi.operations.EndpointRequest;
import mortise.spi.operations.EndpointResponse;

/** Answers requests for paths that are not resources. */
final class EndpointHandler {

    /** Answers with what the path's endpoint says, or 404. */
    void handle(ApiExchange exchange) {
        RequestInfo info = exchange.info();
        Optional<Plugin<Endpoint>> endpoint = exchange.plugins().endpoint(info.path());
        if (endpoint.isEmpty()) {
            exchange.pageNotFound();
            return;
        }
        exchange.labels(RequestLabels.ofPath(exchange.wire().method(), info.path()));
        if (!info.verb().equals("get") && !info.verb().equals("head")) {
            throw new ApiException(StatusMapper.noSuchMethod());
        }
        Plugin<Endpoint> plugin = endpoint.get();
        var request = new EndpointRequest(info.path(), exchange.query().values(), exchange.wire().headers());
        errorsAsAccepted(exchange);
        EndpointResponse response = exchange.call(plugin, () -> plugin.service().get(request));
        var headers = new ArrayList<String>();
        response.headers().forEach((name, value) -> {
            headers.add(name);
            headers.add(value);
        });
        exchange.answer(response.status(), response.contentType(), response.body(), headers.toArray(String[]::new));
    }

    /** What the endpoint says has the form it says; only errors can have the one that the client wants. */
    private static void errorsAsAccepted(ApiExchange exchange) {
        try {
            Renderer.errorsIn(exchange, Negotiator.choose(exchange, Verb.GET, true, true));
        } catch (ApiException notAcceptable) {
            // The client takes none of the forms of errors, so it gets the usual one; the rest is for the endpoint.
            return;
        }
    }
}
