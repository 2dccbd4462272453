package mortise.authz.abac;

import mortise.api.UserInfo;
import mortise.spi.authorization.AuthorizationRequest;

/**
 * One policy: who may do what. A text that is empty matches nothing but an empty one; {@code *} matches everything.
 * Immutable.
 *
 * @param user name that the caller must have; empty when only the group counts
 * @param group group that the caller must be in; empty when only the name counts
 * @param readonly whether resources may only be read, and other paths only be got
 * @param apiGroup group of the resource
 * @param resource plural name of the resource, whatever path below an object is meant
 * @param namespace namespace of the object
 * @param nonResourcePath path that is no resource; a {@code *} at its end matches everything that begins so
 */
record Policy(String user, String group, boolean readonly, String apiGroup, String resource, String namespace,
        String nonResourcePath) {

    static final String ALL = "*";

    /** Says whether the policy allows the request. */
    boolean allows(AuthorizationRequest request) {
        return isAbout(request.user()) && (!readonly || reads(request.verb()))
                && (request.resourceRequest() ? matchesResource(request) : matchesPath(request.path()));
    }

    /** Says whether the policy is about this user. One that names nobody is about nobody. */
    boolean isAbout(UserInfo who) {
        if (user.isEmpty() && group.isEmpty()) {
            return false;
        }
        return (user.isEmpty() || user.equals(ALL) || user.equals(who.name()))
                && (group.isEmpty() || group.equals(ALL) || who.groups().contains(group));
    }

    private static boolean reads(String verb) {
        return verb.equals("get") || verb.equals("list") || verb.equals("watch");
    }

    private boolean matchesResource(AuthorizationRequest request) {
        return matches(namespace, request.namespace()) && matches(resource, request.resource())
                && matches(apiGroup, request.group());
    }

    private boolean matchesPath(String path) {
        if (nonResourcePath.endsWith(ALL)) {
            int end = nonResourcePath.length();
            while (end > 0 && nonResourcePath.charAt(end - 1) == '*') {
                end--;
            }
            return path.startsWith(nonResourcePath.substring(0, end));
        }
        return nonResourcePath.equals(path);
    }

    private static boolean matches(String pattern, String text) {
        return pattern.equals(ALL) || pattern.equals(text);
    }
}
