package mortise.core.registry;

import mortise.api.UserInfo;

/**
 * What to delete.
 *
 * @param user who deletes
 * @param namespace empty for a cluster-scoped resource
 * @param name name of the object
 * @param options as query and body say
 * @param beforeUnsafe is run before something is deleted that cannot be read, and throws
 *     {@link mortise.api.ApiException} when the user may not do that
 */
public record DeleteRequest(
        UserInfo user, String namespace, String name, DeleteOptions options, Runnable beforeUnsafe) {

    /** What may be deleted has been decided. */
    public DeleteRequest(UserInfo user, String namespace, String name, DeleteOptions options) {
        this(user, namespace, name, options, () -> { });
    }
}
