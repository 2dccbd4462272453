package mortise.admission.noderestriction;

import java.util.Optional;
import java.util.function.Supplier;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.ApiStatus;
import mortise.api.ErrorReason;
import mortise.api.GroupResource;
import mortise.api.GroupVersion;
import mortise.spi.controller.ObjectAccess;

/** Finds objects that a rule has to look at. Any thread; may block. */
final class Lookup {

    private static final GroupVersion CORE = new GroupVersion("", "v1");

    private final Supplier<Optional<ObjectAccess>> objects;

    Lookup(Supplier<Optional<ObjectAccess>> objects) {
        this.objects = objects;
    }

    /** @throws ApiException 404 when there is no such object, 503 when objects cannot be read yet */
    ApiObject require(String resource, String namespace, String name) {
        return find(CORE, resource, namespace, name)
                .orElseThrow(() -> ApiException.notFound(new GroupResource("", resource), name));
    }

    /** @throws ApiException 503 when objects cannot be read yet */
    Optional<ApiObject> find(GroupVersion version, String resource, String namespace, String name) {
        ObjectAccess access = objects.get().orElseThrow(() -> new ApiException(
                ApiStatus.of(ErrorReason.SERVICE_UNAVAILABLE, "objects cannot be read yet")));
        return access.get(version, resource, namespace, name);
    }

    Optional<ApiObject> find(String resource, String namespace, String name) {
        return find(CORE, resource, namespace, name);
    }
}
