package mortise.core.registry;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.ApiStatus;
import mortise.api.ErrorReason;
import mortise.api.GroupVersion;
import mortise.spi.controller.Followed;
import mortise.spi.controller.ObjectAccess;
import mortise.spi.controller.ObjectChanges;
import mortise.spi.controller.Removal;
import mortise.spi.controller.ServedResources;
import org.jspecify.annotations.Nullable;

/** Lets a controller write only while it is its turn; whoever has not heard the interrupt yet is refused with 503. */
final class FencedObjects implements ObjectAccess {

    private final ObjectAccess objects;
    private final BooleanSupplier open;

    /** @param open asked before every write, from any thread */
    FencedObjects(ObjectAccess objects, BooleanSupplier open) {
        this.objects = objects;
        this.open = open;
    }

    private ObjectAccess writing() {
        if (!open.getAsBoolean()) {
            throw new ApiException(ApiStatus.of(ErrorReason.SERVICE_UNAVAILABLE,
                    "this controller has been stopped, or another server has taken over"));
        }
        return objects;
    }

    @Override
    public Optional<ApiObject> get(GroupVersion version, String resource, String namespace, String name) {
        return objects.get(version, resource, namespace, name);
    }

    @Override
    public List<ApiObject> list(GroupVersion version, String resource, String namespace) {
        return objects.list(version, resource, namespace);
    }

    @Override
    public Optional<ApiObject> getMetadata(GroupVersion version, String resource, String namespace, String name) {
        return objects.getMetadata(version, resource, namespace, name);
    }

    @Override
    public List<ApiObject> listMetadata(GroupVersion version, String resource, String namespace) {
        return objects.listMetadata(version, resource, namespace);
    }

    @Override
    public ServedResources served() {
        return objects.served();
    }

    @Override
    public ObjectChanges follow(Followed... followed) {
        return objects.follow(followed);
    }

    @Override
    public ApiObject create(GroupVersion version, String resource, ApiObject object) {
        return writing().create(version, resource, object);
    }

    @Override
    public ApiObject update(GroupVersion version, String resource, ApiObject object) {
        return writing().update(version, resource, object);
    }

    @Override
    public ApiObject patch(GroupVersion version, String resource, String namespace, String name,
            Map<String, @Nullable Object> changes) {
        return writing().patch(version, resource, namespace, name, changes);
    }

    @Override
    public void delete(GroupVersion version, String resource, String namespace, String name, Removal removal) {
        writing().delete(version, resource, namespace, name, removal);
    }
}
