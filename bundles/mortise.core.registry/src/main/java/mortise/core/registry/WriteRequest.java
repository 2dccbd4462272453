package mortise.core.registry;

import mortise.api.UserInfo;
import mortise.core.codec.Decoded;

/**
 * A new or replacing object.
 *
 * @param user who writes
 * @param namespace namespace in the path; empty for a cluster-scoped resource
 * @param name name in the path; empty for a creation
 * @param subresource path below the object, for example {@code status}; empty for the object itself
 * @param body the object; the registry changes its tree
 * @param options as the query says
 */
public record WriteRequest(
        UserInfo user, String namespace, String name, String subresource, Decoded body, WriteOptions options) {
}
