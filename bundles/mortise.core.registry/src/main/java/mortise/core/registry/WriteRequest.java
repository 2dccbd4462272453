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
 */
public record WriteRequest(
        UserInfo user,
        String namespace,
        String name,
        String subresource,
        Decoded body,
        WriteOptions options,
        Map<String, String> query) {

    public WriteRequest {
        query = Map.copyOf(query);
    }

    /** A write whose parameters say nothing else than the options. */
    public WriteRequest(
            UserInfo user, String namespace, String name, String subresource, Decoded body, WriteOptions options) {
        this(user, namespace, name, subresource, body, options, Map.of());
    }
}
