package mortise.spi.authorization;

import mortise.api.FieldSelector;
import mortise.api.LabelSelector;
import mortise.api.UserInfo;

/**
 * Who wants to do what. Texts that do not apply are empty.
 *
 * @param user who
 * @param verb {@code get}, {@code list}, {@code watch}, {@code create}, {@code update}, {@code patch}, {@code delete},
 *     {@code deletecollection} or a special verb for resources; the lower-case HTTP method for other paths
 * @param path path of the request
 * @param resourceRequest whether the path names a resource; if not, only {@code path} and {@code verb} say what
 * @param group group of the resource
 * @param version version in which it is asked for
 * @param resource plural name of the resource
 * @param subresource path below the object
 * @param namespace namespace of the object, or the one that is listed
 * @param name name of the object
 * @param labelSelector which objects are asked for; everything when the request has no valid selector
 * @param fieldSelector which objects are asked for; everything when the request has no valid selector
 */
public record AuthorizationRequest(
        UserInfo user,
        String verb,
        String path,
        boolean resourceRequest,
        String group,
        String version,
        String resource,
        String subresource,
        String namespace,
        String name,
        LabelSelector labelSelector,
        FieldSelector fieldSelector) {
}
