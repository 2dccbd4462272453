package mortise.core.registry;

import java.util.Map;
import mortise.api.UserInfo;
import mortise.core.codec.Decoded;

/**
 * A new or replacing object, or what an action is to do.
 *
 * @param user who writes
 * @param namespace namespace in the path; empty for a cluster-scoped resource
 * @param name name in the path; empty for a creation
 * @param subresource path below the object, for example {@code status}; empty for the object itself
 * @param body the object; the registry changes its tree
 * @param options as the query says
 * @param query every parameter, the first value of each; only actions ask for it
 * @param mayCreate throws 403 when the user may not create the object that an update finds missing
 */
public record WriteRequest(
        UserInfo user,
        String namespace,
        String name,
        String subresource,
        Decoded body,
        WriteOptions options,
        Map<String, String> query,
        Runnable mayCreate) {

    private static final Runnable ANYBODY = () -> { };

    public WriteRequest {
        query = Map.copyOf(query);
    }

    /** A creation. */
    public WriteRequest(UserInfo user, String namespace, String name, String subresource, Decoded body,
            WriteOptions options, Map<String, String> query) {
        this(user, namespace, name, subresource, body, options, query, ANYBODY);
    }

    /** A write whose parameters say nothing else than the options. */
    public WriteRequest(
            UserInfo user, String namespace, String name, String subresource, Decoded body, WriteOptions options) {
        this(user, namespace, name, subresource, body, options, Map.of(), ANYBODY);
    }
}
