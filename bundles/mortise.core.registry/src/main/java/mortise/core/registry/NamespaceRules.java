package mortise.core.registry;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import mortise.api.ApiException;
import mortise.api.ApiStatus;
import mortise.api.ErrorCause;
import mortise.api.ErrorReason;
import mortise.api.GroupResource;
import mortise.core.cache.CacheEntry;

/**
 * What objects and their namespaces have to do with each other. Stands apart because an admission plug-in can take it
 * over as a whole.
 */
final class NamespaceRules {

    private static final GroupResource NAMESPACES = new GroupResource("", "namespaces");
    private static final Set<String> PROTECTED = Set.of("default", "kube-system", "kube-public");

    private final Function<String, Optional<Optional<CacheEntry>>> lookup;

    /**
     * @param lookup finds a namespace, most recent; nothing at all when namespaces are not served, and then nothing is
     *     checked
     */
    NamespaceRules(Function<String, Optional<Optional<CacheEntry>>> lookup) {
        this.lookup = lookup;
    }

    /** Refuses a new object in a namespace that is not there (404) or on its way out (403). */
    void checkCreate(GroupResource resource, String namespace, String name) {
        if (namespace.isEmpty()) {
            return;
        }
        Optional<Optional<CacheEntry>> found = lookup.apply(namespace);
        if (found.isEmpty()) {
            return;
        }
        CacheEntry entry = found.get().orElseThrow(() -> ApiException.notFound(NAMESPACES, namespace));
        if (entry.terminating()) {
            throw terminating(resource, namespace, name);
        }
    }

    /** Refuses to delete the namespaces that the server needs. */
    void checkDelete(GroupResource resource, String name) {
        if (resource.equals(NAMESPACES) && PROTECTED.contains(name)) {
            throw ApiException.forbidden(NAMESPACES, name, "this namespace may not be deleted");
        }
    }

    private static ApiException terminating(GroupResource resource, String namespace, String name) {
        ApiStatus forbidden = ApiException.forbidden(resource, name,
                "unable to create new content in namespace " + namespace + " because it is being terminated").status();
        var cause = new ErrorCause(
                "NamespaceTerminating", "namespace " + namespace + " is being terminated", "metadata.namespace");
        return new ApiException(ApiStatus.of(ErrorReason.FORBIDDEN, forbidden.message(),
                new ApiStatus.Details(name, resource.group(), resource.resource(), "", List.of(cause), 0)));
    }
}
