package mortise.core.http.route;

import java.util.List;
import mortise.api.ApiException;
import mortise.api.ApiStatus;
import mortise.api.GroupResource;
import mortise.core.cache.CacheEntry;
import mortise.core.http.exchange.ApiExchange;
import mortise.core.http.exchange.StatusMapper;
import mortise.core.http.negotiate.DeleteParameters;
import mortise.core.http.render.Renderer;
import mortise.core.registry.DeleteOptions;
import mortise.core.registry.DeleteRequest;
import mortise.core.registry.DeleteResult;
import mortise.spi.group.WriteRule;

/** Deletes an object. The answer is a success, or the object when it is still there or its kind answers so. */
final class DeleteHandler implements ResourceHandler {

    private static final int ACCEPTED = 202;
    private static final String UNSAFE = "unsafe-delete-ignore-read-errors";

    private final Renderer renderer;

    DeleteHandler(Renderer renderer) {
        this.renderer = renderer;
    }

    @Override
    public void handle(ResourceCall call) {
        ApiExchange exchange = call.exchange();
        DeleteOptions options = DeleteParameters.parse(exchange);
        DeleteResult result = call.resource().verbs().delete(new DeleteRequest(
                exchange.user(), call.namespace(), call.name(), options, () -> requireUnsafe(call)));
        boolean returnsObject = call.resource().definition().writeRules().contains(WriteRule.DELETE_RETURNS_OBJECT);
        if (result.gone() && (!returnsObject || result.entry().corrupt())) {
            renderer.json(exchange, 200, StatusMapper.deleted(details(call, result.entry())), call.representation());
            return;
        }
        // Only who asked for the dependents to go is told that the work goes on.
        boolean goesOn = !result.gone() && options.orphanDependents().isPresent() && !options.orphanDependents().get();
        renderer.object(exchange, goesOn ? ACCEPTED : 200, call.shape(), result.entry(), call.representation());
    }

    /** What cannot be read may only be deleted by those who have another right besides. */
    private static void requireUnsafe(ResourceCall call) {
        ApiExchange exchange = call.exchange();
        exchange.refusal(UNSAFE).ifPresent(reason -> {
            throw ApiException.forbidden(
                    new GroupResource(call.resource().version().group(), call.resource().definition().plural()),
                    call.name(), "not permitted to do \"" + UNSAFE + "\", reason: " + reason);
        });
        exchange.annotate("apiserver." + exchange.plugins().apiDomain() + "/unsafe-delete-ignore-read-error", "");
    }

    private static ApiStatus.Details details(ResourceCall call, CacheEntry entry) {
        return new ApiStatus.Details(entry.name(), call.resource().version().group(),
                call.resource().definition().plural(), entry.uid(), List.of(), 0);
    }
}
