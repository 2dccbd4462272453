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
 */
public record PatchRequest(
        UserInfo user, String namespace, String name, String subresource, PatchType type, Decoded body,
        WriteOptions options) {
}
