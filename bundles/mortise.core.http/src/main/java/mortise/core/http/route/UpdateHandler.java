package mortise.core.http.route;

import java.util.Map;
import mortise.core.codec.Decoded;
import mortise.core.http.exchange.ApiExchange;
import mortise.core.http.negotiate.BodyKind;
import mortise.core.http.negotiate.BodyTypes;
import mortise.core.http.negotiate.RequestBody;
import mortise.core.http.negotiate.WriteParameters;
import mortise.core.http.render.Renderer;
import mortise.core.registry.WriteOptions;
import mortise.core.registry.WriteRequest;
import mortise.core.registry.WriteResult;

/** Replaces an object, or creates it where the resource allows that. */
final class UpdateHandler implements ResourceHandler {

    private final Renderer renderer;

    UpdateHandler(Renderer renderer) {
        this.renderer = renderer;
    }

    @Override
    public void handle(ResourceCall call) {
        ApiExchange exchange = call.exchange();
        WriteOptions options = WriteParameters.parse(exchange.query(), exchange.wire().header("User-Agent"),
                "UpdateOptions", exchange.plugins().apiDomain());
        Decoded body = BodyKind.check(RequestBody.object(exchange, call.bodyKind(),
                BodyTypes.of(call.resource(), call.subresource())), call.bodyKind(), call.registry());
        WriteResult result = call.resource().verbs().update(new WriteRequest(
                exchange.user(), call.namespace(), call.name(), call.subresource(), body, options, Map.of(),
                () -> exchange.require("create")));
        result.warnings().forEach(exchange::warn);
        renderer.object(exchange, result.created() ? 201 : 200, call.shape(), result.entry(), call.representation());
    }
}
