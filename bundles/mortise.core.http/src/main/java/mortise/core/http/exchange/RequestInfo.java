package mortise.core.http.exchange;

import java.util.List;
import java.util.Set;

/**
 * What a request is about, read from its method, path and query alone. Texts that do not apply are empty.
 *
 * @param resourceRequest whether the path has the form of a resource; whether there is one is not known here
 * @param verb verb for authorization: {@code get}, {@code list}, {@code watch}, {@code create}, {@code update},
 *     {@code patch}, {@code delete}, {@code deletecollection}, {@code options}, empty for unknown methods; the
 *     lower-case method for other paths
 * @param path decoded path
 * @param group group of the resource
 * @param version version in which it is asked for
 * @param namespace namespace named in the path; that of a namespace object is its own name
 * @param resource plural name of the resource
 * @param subresource path below the object
 * @param name name of the object; for lists and watches the one that the field selector asks for
 * @param parts path segments from the resource on
 * @param selective whether selectors in the query say which objects it is about: only for lists, watches and deletions
 *     of collections, and not on the deprecated paths of watches
 */
public record RequestInfo(
        boolean resourceRequest,
        String verb,
        String path,
        String group,
        String version,
        String namespace,
        String resource,
        String subresource,
        String name,
        List<String> parts,
        boolean selective) {

    private static final Set<String> LASTING = Set.of("attach", "exec", "log", "portforward", "proxy");

    /** Says whether the request may stay open for long, so that neither the deadline nor the in-flight limits apply. */
    public boolean longRunning() {
        return resourceRequest && (verb.equals("watch") || LASTING.contains(subresource));
    }

    /** Says whether the request may change something. */
    public boolean mutating() {
        return switch (verb) {
            case "get", "list", "watch", "head" -> false;
            default -> true;
        };
    }

    /** Returns the name in the path; unlike {@link #name} never one from a field selector. */
    public String pathName() {
        return parts.size() > 1 ? parts.get(1) : "";
    }
}
