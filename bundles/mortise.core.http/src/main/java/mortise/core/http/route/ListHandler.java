package mortise.core.http.route;

import mortise.core.http.negotiate.ListParameters;
import mortise.core.http.render.Renderer;
import mortise.core.registry.ListPage;
import mortise.core.registry.ListRequest;

/** Answers with a list, or a page of one. */
final class ListHandler implements ResourceHandler {

    private final Renderer renderer;

    ListHandler(Renderer renderer) {
        this.renderer = renderer;
    }

    @Override
    public void handle(ResourceCall call) {
        ListPage page = call.resource().verbs().list(new ListRequest(
                call.namespace(), ListParameters.parse(call.exchange().query(), false)));
        renderer.list(call.exchange(), call.shape(), page, call.representation());
    }
}
