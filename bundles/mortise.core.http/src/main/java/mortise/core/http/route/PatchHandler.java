package mortise.core.http.route;

import mortise.core.codec.Decoded;
import mortise.core.http.exchange.ApiExchange;
import mortise.core.http.negotiate.RequestBody;
import mortise.core.http.negotiate.WriteParameters;
import mortise.core.http.render.Renderer;
import mortise.core.registry.PatchRequest;
import mortise.core.registry.PatchType;
import mortise.core.registry.WriteOptions;
import mortise.core.registry.WriteResult;

/** Changes a part of an object. */
final class PatchHandler implements ResourceHandler {

    private final Renderer renderer;

    PatchHandler(Renderer renderer) {
        this.renderer = renderer;
    }

    @Override
    public void handle(ResourceCall call) {
        ApiExchange exchange = call.exchange();
        PatchType type = RequestBody.patchType(exchange);
        WriteOptions options = WriteParameters.parsePatch(exchange.query(), exchange.wire().header("User-Agent"),
                type == PatchType.APPLY, exchange.plugins().apiDomain());
        Decoded patch = RequestBody.patch(exchange, type);
        WriteResult result = call.resource().verbs().patch(new PatchRequest(
                exchange.user(), call.namespace(), call.name(), call.subresource(), type, patch, options,
                () -> exchange.require("create")));
        result.warnings().forEach(exchange::warn);
        renderer.object(exchange, result.created() ? 201 : 200, call.shape(), result.entry(), call.representation());
    }
}
