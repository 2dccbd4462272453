package mortise.tck.controller;

import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.GroupVersion;
import mortise.spi.controller.Removal;

/**
 * A call of {@link FakeObjectAccess}.
 *
 * @param operation what was to be done
 * @param version version of the resource
 * @param resource plural name of the resource
 * @param namespace namespace of the object; empty when it has none, or for all namespaces
 * @param name name of the object; empty for a list or a following, or when the name is to be generated
 * @param object what was sent, a copy; nothing but for a create, an update or a patch
 * @param removal how to delete; the usual way for anything but a deletion
 */
public record ObjectCall(Operation operation, GroupVersion version, String resource, String namespace, String name,
        Optional<ApiObject> object, Removal removal) {

    /** A call that is no deletion. */
    ObjectCall(Operation operation, GroupVersion version, String resource, String namespace, String name,
            Optional<ApiObject> object) {
        this(operation, version, resource, namespace, name, object, Removal.USUAL);
    }

    /** What a call does. */
    public enum Operation {
        GET, LIST, CREATE, UPDATE, PATCH, DELETE, FOLLOW
    }

    /** Returns this call without the object: two calls that do the same to the same object are equal then. */
    ObjectCall withoutObject() {
        return new ObjectCall(operation, version, resource, namespace, name, Optional.empty());
    }
}
