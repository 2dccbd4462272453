package mortise.tck.controller;

import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.GroupVersion;

/**
 * A call of {@link FakeObjectAccess}.
 *
 * @param operation what was to be done
 * @param version version of the resource
 * @param resource plural name of the resource
 * @param namespace namespace of the object; empty when it has none, or for all namespaces
 * @param name name of the object; empty for a list or a following, or when the name is to be generated
 * @param object what was sent, a copy; nothing but for a create or an update
 */
public record ObjectCall(Operation operation, GroupVersion version, String resource, String namespace, String name,
        Optional<ApiObject> object) {

    /** What a call does. */
    public enum Operation {
        GET, LIST, CREATE, UPDATE, DELETE, FOLLOW
    }

    /** Returns this call without the object: two calls that do the same to the same object are equal then. */
    ObjectCall withoutObject() {
        return new ObjectCall(operation, version, resource, namespace, name, Optional.empty());
    }
}
