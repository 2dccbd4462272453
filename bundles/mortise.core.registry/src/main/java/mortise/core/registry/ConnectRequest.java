package mortise.core.registry;

import java.util.Map;
import mortise.api.UserInfo;

/**
 * A request to be passed on to the server behind an object.
 *
 * @param user who asks
 * @param namespace namespace in the path; empty for a cluster-scoped resource
 * @param name name in the path, which may be {@code scheme:name:port}
 * @param subresource path below the object, for example {@code proxy}
 * @param rest what follows the subresource in the path, still encoded and with its slash; empty when nothing does
 * @param query every parameter, the first value of each
 * @param rawQuery the query as it was sent, without its question mark; empty when there is none
 */
public record ConnectRequest(
        UserInfo user, String namespace, String name, String subresource, String rest, Map<String, String> query,
        String rawQuery) {

    public ConnectRequest {
        query = Map.copyOf(query);
    }

    /** A request in which no parameter stands several times. */
    public ConnectRequest(
            UserInfo user, String namespace, String name, String subresource, String rest, Map<String, String> query) {
        this(user, namespace, name, subresource, rest, query, "");
    }
}
