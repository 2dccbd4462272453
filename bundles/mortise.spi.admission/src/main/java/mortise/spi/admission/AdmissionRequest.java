package mortise.spi.admission;

import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.GroupResource;
import mortise.api.GroupVersionKind;
import mortise.api.UserInfo;

/**
 * A write on its way to the store.
 *
 * @param operation what is done
 * @param user who does it
 * @param kind kind of the object
 * @param resource resource it belongs to
 * @param subresource path below the object; empty for the object itself
 * @param namespace namespace of the object; empty for a cluster-scoped one
 * @param name name of the object; empty while it is not known yet
 * @param object the object as it will be; nothing for a deletion
 * @param oldObject the object as it is, not to be changed; nothing for a creation
 * @param dryRun whether nothing will be stored; a plug-in then has no side effects
 * @param options how it is done, as the API has it, for example a {@code DeleteOptions}; nothing when nothing is said,
 *     and for writes whose options the core does not hand on
 * @param reinvocation whether the plug-in has seen this write before and others have changed the object since
 */
public record AdmissionRequest(
        Operation operation,
        UserInfo user,
        GroupVersionKind kind,
        GroupResource resource,
        String subresource,
        String namespace,
        String name,
        Optional<ApiObject> object,
        Optional<ApiObject> oldObject,
        boolean dryRun,
        Optional<ApiObject> options,
        boolean reinvocation) {

    /** A write that is seen for the first time, without options. */
    public AdmissionRequest(
            Operation operation,
            UserInfo user,
            GroupVersionKind kind,
            GroupResource resource,
            String subresource,
            String namespace,
            String name,
            Optional<ApiObject> object,
            Optional<ApiObject> oldObject,
            boolean dryRun) {
        this(operation, user, kind, resource, subresource, namespace, name, object, oldObject, dryRun,
                Optional.empty(), false);
    }

    /** Returns the same write, on the same objects, as a plug-in sees it that is called once more. */
    public AdmissionRequest again() {
        return new AdmissionRequest(operation, user, kind, resource, subresource, namespace, name, object, oldObject,
                dryRun, options, true);
    }

    /** What a write does. */
    public enum Operation {
        CREATE, UPDATE, DELETE, CONNECT
    }
}
