package mortise.core.http.route;

import java.util.HashMap;
import java.util.Map;
import mortise.core.codec.Decoded;
import mortise.core.http.exchange.ApiExchange;
import mortise.core.http.negotiate.BodyKind;
import mortise.core.http.negotiate.BodyTypes;
import mortise.core.http.negotiate.RequestBody;
import mortise.core.http.negotiate.WriteParameters;
import mortise.core.http.render.Renderer;
import mortise.core.http.render.Shape;
import mortise.core.registry.WriteOptions;
import mortise.core.registry.WriteRequest;
import mortise.core.registry.WriteResult;

/** Creates an object of a collection, or calls a subresource that takes a body and keeps nothing. */
final class CreateHandler implements ResourceHandler {

    private final Renderer renderer;

    CreateHandler(Renderer renderer) {
        this.renderer = renderer;
    }

    @Override
    public void handle(ResourceCall call) {
        ApiExchange exchange = call.exchange();
        WriteOptions options = WriteParameters.parse(exchange.query(), exchange.wire().header("User-Agent"),
                "CreateOptions", exchange.plugins().apiDomain());
        Decoded body = BodyKind.check(RequestBody.object(exchange, call.bodyKind(),
                BodyTypes.of(call.resource(), call.subresource())), call.bodyKind(), call.registry());
        WriteResult result = call.resource().verbs().create(new WriteRequest(
                exchange.user(), call.namespace(), call.name(), call.subresource(), body, options, query(exchange)));
        result.warnings().forEach(exchange::warn);
        Shape shape = result.kind().map(call::shape).orElseGet(call::shape);
        renderer.object(exchange, 201, shape, result.entry(), call.representation());
    }

    private static Map<String, String> query(ApiExchange exchange) {
        if (exchange.query().values().isEmpty()) {
            return Map.of();
        }
        var first = new HashMap<String, String>();
        exchange.query().values().forEach((name, values) -> first.put(name, values.get(0)));
        return first;
    }
}
