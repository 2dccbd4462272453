package mortise.core.http.route;

import mortise.core.http.exchange.ApiExchange;
import mortise.core.http.negotiate.DeleteParameters;
import mortise.core.http.negotiate.ListParameters;
import mortise.core.http.render.Renderer;
import mortise.core.registry.DeleteCollectionRequest;
import mortise.core.registry.DeleteOptions;
import mortise.core.registry.ListPage;

/** Deletes the selected objects of a collection and answers with them. */
final class DeleteCollectionHandler implements ResourceHandler {

    private final Renderer renderer;

    DeleteCollectionHandler(Renderer renderer) {
        this.renderer = renderer;
    }

    @Override
    public void handle(ResourceCall call) {
        ApiExchange exchange = call.exchange();
        DeleteOptions options = DeleteParameters.parse(exchange);
        ListPage deleted = call.resource().verbs().deleteCollection(new DeleteCollectionRequest(
                exchange.user(), call.namespace(), ListParameters.parse(exchange.query(), false), options));
        renderer.list(exchange, call.shape(), deleted, call.representation());
    }
}
