package mortise.core.http.route;

import mortise.core.cache.CacheEntry;
import mortise.core.http.render.Renderer;
import mortise.core.registry.GetRequest;

/** Answers with one object; a subresource that reads as the object, such as its status, is the object. */
final class GetHandler implements ResourceHandler {

    private final Renderer renderer;

    GetHandler(Renderer renderer) {
        this.renderer = renderer;
    }

    @Override
    public void handle(ResourceCall call) {
        CacheEntry entry = call.resource().verbs().get(new GetRequest(
                call.namespace(), call.name(), call.subresource(), call.exchange().query().first("resourceVersion")));
        renderer.object(call.exchange(), 200, call.shape(), entry, call.representation());
    }
}
