package mortise.authz.rbac;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import mortise.api.ApiObject;
import mortise.api.UserInfo;
import mortise.spi.authorization.AuthorizationRequest;
import mortise.spi.authorization.Decision;
import mortise.spi.authorization.Rules;
import org.jspecify.annotations.Nullable;

/**
 * All roles and bindings at one moment, indexed by who has them. Immutable: a decision looks only at the bindings of
 * the caller and of the caller's groups, in the whole cluster and in the namespace that is asked about.
 */
final class Policy {

    /** Most missing roles that a reason names. */
    private static final int MISSING_SHOWN_MAX = 20;

    private final String group;
    private final Map<RoleKey, Role> roles;
    private final Map<String, Map<String, List<Grant>>> grants;
    private final Map<String, Long> newest;

    /** A binding and one of those who have it. */
    record Grant(Binding binding, Binding.Subject subject) {
    }

    /**
     * Takes the index.
     *
     * @param group full name of the API group of roles
     * @param roles all roles; not changed any more
     * @param grants by namespace, empty for the whole cluster, and key of the subject; not changed any more
     * @param newest by kind, the newest version of an object that came; not changed any more
     */
    Policy(String group, Map<RoleKey, Role> roles, Map<String, Map<String, List<Grant>>> grants,
            Map<String, Long> newest) {
        this.group = group;
        this.roles = roles;
        this.grants = grants;
        this.newest = newest;
    }

    /** Says whether it was made of an object as it is, or as it became later: those of one kind come in order. */
    boolean includes(ApiObject object) {
        return newest.getOrDefault(object.kind(), -1L) >= PolicyBuilder.version(object);
    }

    Decision decide(AuthorizationRequest request) {
        String resource = request.subresource().isEmpty()
                ? request.resource() : request.resource() + "/" + request.subresource();
        var missing = new LinkedHashSet<RoleKey>();
        Grant found = find("", request, resource, missing);
        if (found == null && request.resourceRequest() && !request.namespace().isEmpty()) {
            found = find(request.namespace(), request, resource, missing);
        }
        if (found != null) {
            return new Decision.Allow(found.binding().reason(found.subject()));
        }
        return new Decision.NoOpinion(missing.isEmpty() ? "" : "RBAC: " + notFound(missing));
    }

    private @Nullable Grant find(String namespace, AuthorizationRequest request, String resource,
            Set<RoleKey> missing) {
        Map<String, List<Grant>> here = grants.get(namespace);
        if (here == null) {
            return null;
        }
        Grant found = find(here.get(Binding.userKey(request.user().name())), request, resource, missing);
        for (String name : request.user().groups()) {
            if (found != null) {
                return found;
            }
            found = find(here.get(Binding.groupKey(name)), request, resource, missing);
        }
        return found;
    }

    private @Nullable Grant find(@Nullable List<Grant> some, AuthorizationRequest request, String resource,
            Set<RoleKey> missing) {
        if (some != null) {
            for (Grant grant : some) {
                Role role = roles.get(grant.binding().role());
                if (role == null) {
                    note(grant, missing);
                } else if (role.allows(request, resource)) {
                    return grant;
                }
            }
        }
        return null;
    }

    private static void note(Grant grant, Set<RoleKey> missing) {
        if (missing.size() < MISSING_SHOWN_MAX) {
            missing.add(grant.binding().role());
        }
    }

    /** Returns what somebody may do, in a namespace and in the whole cluster. */
    Rules rules(UserInfo user, String namespace) {
        var resources = new ArrayList<Rules.Resources>();
        var paths = new ArrayList<Rules.Paths>();
        var missing = new LinkedHashSet<RoleKey>();
        BiConsumer<String, String> collect = (where, key) -> {
            for (Grant grant : grants.getOrDefault(where, Map.of()).getOrDefault(key, List.of())) {
                Role role = roles.get(grant.binding().role());
                if (role == null) {
                    note(grant, missing);
                } else {
                    resources.addAll(role.rules().resourceRules());
                    paths.addAll(role.rules().pathRules());
                }
            }
        };
        for (String where : namespace.isEmpty() ? List.of("") : List.of("", namespace)) {
            collect.accept(where, Binding.userKey(user.name()));
            new LinkedHashSet<>(user.groups()).forEach(name -> collect.accept(where, Binding.groupKey(name)));
        }
        return new Rules(resources, paths, false, missing.stream().map(this::notFound).toList());
    }

    private String notFound(Set<RoleKey> missing) {
        List<String> texts = missing.stream().map(this::notFound).distinct().toList();
        return texts.size() == 1 ? texts.get(0) : "[" + String.join(", ", texts) + "]";
    }

    private String notFound(RoleKey role) {
        return (role.namespace().isEmpty() ? "clusterrole." : "role.") + group + " \"" + role.name() + "\" not found";
    }
}
