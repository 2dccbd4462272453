package mortise.core.registry;

import mortise.api.UserInfo;

/**
 * What to delete.
 *
 * @param user who deletes
 * @param namespace empty for a cluster-scoped resource
 * @param name name of the object
 * @param options as query and body say
 */
public record DeleteRequest(UserInfo user, String namespace, String name, DeleteOptions options) {
}
