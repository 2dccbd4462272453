package mortise.spi.operations;

import java.util.Optional;
import mortise.api.UserInfo;

/**
 * Who asks for what, as a policy sees it. Texts that do not apply are empty.
 *
 * @param user who sent the request, by their own credential; nothing when nobody knew it
 * @param verb verb for authorization; the lower-case method for paths that are no resources
 * @param path decoded path
 * @param resourceRequest whether the path has the form of a resource
 * @param group API group; empty for the core group
 * @param version version in the path
 * @param resource plural name of the resource
 * @param subresource path below the object
 * @param namespace namespace in the path
 * @param name name of the object
 */
public record AuditedRequest(
        Optional<UserInfo> user,
        String verb,
        String path,
        boolean resourceRequest,
        String group,
        String version,
        String resource,
        String subresource,
        String namespace,
        String name) {
}
