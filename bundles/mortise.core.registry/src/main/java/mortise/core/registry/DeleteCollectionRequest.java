package mortise.core.registry;

import mortise.api.UserInfo;

/**
 * Which objects to delete.
 *
 * @param user who deletes
 * @param namespace empty for all namespaces, and for a cluster-scoped resource
 * @param list selects the objects
 * @param options how each is deleted
 */
public record DeleteCollectionRequest(UserInfo user, String namespace, ListOptions list, DeleteOptions options) {
}
