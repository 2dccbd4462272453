package mortise.core.http.route;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import mortise.api.ApiException;
import mortise.core.http.exchange.ApiExchange;
import mortise.core.http.exchange.RequestInfo;
import mortise.core.http.exchange.Wire.Head;
import mortise.core.http.proxy.ReverseProxy;
import mortise.core.registry.ConnectRequest;
import mortise.spi.group.Connector.Target;

/** Passes a request on to the server behind an object. */
final class ConnectHandler implements ResourceHandler {

    private static final int MOVED = 301;
    private static final String CREATE = "create";
    /** Paths by which something is done in a pod, whatever the method: a WebSocket always begins with GET. */
    private static final Set<String> STREAMS = Set.of("attach", "exec", "portforward");

    private final ReverseProxy proxy;

    ConnectHandler(ReverseProxy proxy) {
        this.proxy = proxy;
    }

    @Override
    public void handle(ResourceCall call) {
        ApiExchange exchange = call.exchange();
        if (STREAMS.contains(call.subresource()) && !exchange.info().verb().equals(CREATE)
                && exchange.plugins().streamsCreate()) {
            exchange.require(CREATE);
        }
        String path = exchange.wire().rawPath();
        String rest = rest(exchange.info(), path);
        String rawQuery = exchange.wire().rawQuery();
        var query = new LinkedHashMap<String, String>();
        exchange.query().values().forEach((name, values) -> query.put(name, values.get(0)));
        Target target = call.resource().verbs().connect(new ConnectRequest(
                exchange.user(), call.namespace(), call.name(), call.subresource(), rest, query, rawQuery));
        boolean reads = exchange.wire().method().equals("GET") || exchange.wire().method().equals("HEAD");
        if (reads && rest.isEmpty() && "".equals(target.address().getRawPath())) {
            // Relative links of a page only work below a slash.
            String slash = path + "/" + (rawQuery.isEmpty() ? "" : "?" + rawQuery);
            exchange.answer(new Head(MOVED, List.of("Location", slash)), new byte[0]);
            return;
        }
        proxy.pass(exchange, withQuery(target, rawQuery), path.substring(0, path.length() - rest.length()));
    }

    /** Gives a target without a query that of the request, in which a parameter may stand several times. */
    private static Target withQuery(Target target, String rawQuery) {
        URI address = target.address();
        if (address.getRawQuery() != null || rawQuery.isEmpty()) {
            return target;
        }
        try {
            return new Target(new URI(address + "?" + rawQuery), target.upgrade(), target.trusted());
        } catch (URISyntaxException malformed) {
            throw ApiException.badRequest("the query of the request is malformed");
        }
    }

    /** Returns what follows the subresource in a path that is still encoded. */
    static String rest(RequestInfo info, String rawPath) {
        String path = info.path();
        long total = path.chars().filter(c -> c == '/').count() - (path.endsWith("/") ? 1 : 0);
        long before = total - (info.parts().size() - 3);
        int at = 0;
        for (long slashes = 0; at < rawPath.length(); at++) {
            boolean slash = rawPath.charAt(at) == '/' || rawPath.regionMatches(true, at, "%2f", 0, 3);
            if (slash && ++slashes > before) {
                break;
            }
        }
        return rawPath.substring(at);
    }
}
