package mortise.group.core;

import java.util.function.Supplier;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.GroupResource;
import mortise.api.GroupVersion;
import mortise.spi.controller.ObjectAccess;
import mortise.spi.group.ActionRequest;
import mortise.spi.group.VirtualObjects;

/** Bindings that are sent to a path of their own instead of that below their pod. */
final class Bindings implements VirtualObjects {

    private static final GroupVersion CORE = new GroupVersion("", "v1");

    private final Supplier<ObjectAccess> objects;

    Bindings(Supplier<ObjectAccess> objects) {
        this.objects = objects;
    }

    @Override
    public ApiObject perform(ActionRequest request) {
        ApiObject binding = request.body();
        if (!request.dryRun()) {
            return objects.get().create(CORE, "pods/binding", binding);
        }
        String name = binding.metadata().name();
        BindingAction.check(binding);
        BindingAction.check(binding, objects.get().get(CORE, "pods", request.namespace(), name)
                .orElseThrow(() -> ApiException.notFound(new GroupResource("", "pods"), name)));
        return Answers.success();
    }
}
