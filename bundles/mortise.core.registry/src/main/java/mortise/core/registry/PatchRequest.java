package mortise.core.registry;

import mortise.api.UserInfo;
import mortise.core.codec.Decoded;

/**
 * A patch.
 *
 * @param user who writes
 * @param namespace namespace in the path; empty for a cluster-scoped resource
 * @param name name in the path
 * @param subresource path below the object; empty for the object itself
 * @param type how the body is to be read
 * @param body the patch; it is not changed
 * @param options as the query says
 * @param mayCreate throws 403 when the user may not create the object that an apply finds missing
 */
public record PatchRequest(
        UserInfo user, String namespace, String name, String subresource, PatchType type, Decoded body,
        WriteOptions options, Runnable mayCreate) {

    /** A patch of an object that is there, or by somebody who may create it. */
    public PatchRequest(UserInfo user, String namespace, String name, String subresource, PatchType type, Decoded body,
            WriteOptions options) {
        this(user, namespace, name, subresource, type, body, options, () -> { });
    }
}
