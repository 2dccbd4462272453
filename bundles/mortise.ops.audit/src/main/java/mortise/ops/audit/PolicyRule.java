package mortise.ops.audit;

import java.util.List;
import java.util.Set;
import mortise.api.UserInfo;
import mortise.spi.operations.AuditRule;
import mortise.spi.operations.AuditedRequest;

/**
 * A rule of a policy. A part without entries fits everything; one that names resources or namespaces fits no other
 * paths, and one that names paths no resources.
 *
 * @param outcome what is recorded about what fits
 * @param users names of users
 * @param groups groups, of which the user has to be in one
 * @param verbs verbs
 * @param namespaces namespaces; an empty text is for what has none
 * @param resources resources by group
 * @param paths paths that are no resources, with {@code *} at the end for all that begin so
 */
record PolicyRule(AuditRule outcome, Set<String> users, Set<String> groups, Set<String> verbs, Set<String> namespaces,
        List<Resources> resources, List<String> paths) {

    /**
     * Resources of a group.
     *
     * @param group API group; empty for the core group
     * @param names plural names, with {@code /} and a subresource; {@code *} for all; all without any
     * @param objects names of objects; all without any
     */
    record Resources(String group, List<String> names, Set<String> objects) {

        boolean fits(AuditedRequest request) {
            if (!group.equals(request.group())) {
                return false;
            }
            return names.isEmpty() || (objects.isEmpty() || objects.contains(request.name()))
                    && names.stream().anyMatch(name -> fits(name, request.resource(), request.subresource()));
        }

        /** As in Kubernetes, all subresources of a resource are named together with the resource itself. */
        private static boolean fits(String name, String resource, String subresource) {
            String whole = subresource.isEmpty() ? resource : resource + "/" + subresource;
            return name.equals("*") || name.equals(whole)
                    || !subresource.isEmpty() && name.equals("*/" + subresource)
                    || name.equals(resource + "/*");
        }
    }

    boolean fits(AuditedRequest request) {
        return fitsUser(request) && (verbs.isEmpty() || verbs.contains(request.verb())) && fitsPlace(request);
    }

    private boolean fitsUser(AuditedRequest request) {
        if (users.isEmpty() && groups.isEmpty()) {
            return true;
        }
        UserInfo user = request.user().orElse(null);
        return user != null && (users.isEmpty() || users.contains(user.name()))
                && (groups.isEmpty() || user.groups().stream().anyMatch(groups::contains));
    }

    private boolean fitsPlace(AuditedRequest request) {
        if (!namespaces.isEmpty() || !resources.isEmpty()) {
            return request.resourceRequest()
                    && (namespaces.isEmpty() || namespaces.contains(request.namespace()))
                    && (resources.isEmpty() || resources.stream().anyMatch(some -> some.fits(request)));
        }
        return paths.isEmpty()
                || !request.resourceRequest() && paths.stream().anyMatch(path -> fits(path, request.path()));
    }

    private static boolean fits(String pattern, String path) {
        return pattern.endsWith("*")
                ? path.startsWith(pattern.substring(0, pattern.length() - 1)) : path.equals(pattern);
    }
}
