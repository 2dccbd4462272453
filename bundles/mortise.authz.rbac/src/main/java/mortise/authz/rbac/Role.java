package mortise.authz.rbac;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import mortise.api.ApiObject;
import mortise.spi.authorization.AuthorizationRequest;
import mortise.spi.authorization.Coverage;
import mortise.spi.authorization.RoleRules;
import mortise.spi.authorization.Rules;

/** A role, ready to be asked. Immutable. */
final class Role {

    private static final String ALL = "*";

    private final Rules rules;
    private final List<ResourceRule> resources = new ArrayList<>();
    private final List<PathRule> paths = new ArrayList<>();

    private record ResourceRule(Set<String> verbs, Set<String> groups, Set<String> resources, Set<String> names) {

        boolean allows(AuthorizationRequest request, String resource) {
            return has(verbs, request.verb()) && has(groups, request.group())
                    && (has(resources, resource) || !request.subresource().isEmpty()
                            && resources.contains("*/" + request.subresource()))
                    && (names.isEmpty() || names.contains(request.name()));
        }
    }

    private record PathRule(Set<String> verbs, List<String> paths) {

        boolean allows(AuthorizationRequest request) {
            return has(verbs, request.verb())
                    && paths.stream().anyMatch(path -> Coverage.pathCovers(path, request.path()));
        }
    }

    private Role(Rules rules) {
        this.rules = rules;
        for (Rules.Resources rule : rules.resourceRules()) {
            resources.add(new ResourceRule(Set.copyOf(rule.verbs()), Set.copyOf(rule.groups()),
                    Set.copyOf(rule.resources()), Set.copyOf(rule.names())));
        }
        for (Rules.Paths rule : rules.pathRules()) {
            paths.add(new PathRule(Set.copyOf(rule.verbs()), rule.paths()));
        }
    }

    static Role of(ApiObject object) {
        return new Role(RoleRules.of(object));
    }

    private static boolean has(Set<String> texts, String wanted) {
        return texts.contains(wanted) || texts.contains(ALL);
    }

    /** Returns the rules as they were written. */
    Rules rules() {
        return rules;
    }

    /**
     * Says whether a rule allows the request.
     *
     * @param resource plural name of its resource, with {@code /} and the path below if there is one
     */
    boolean allows(AuthorizationRequest request, String resource) {
        if (request.resourceRequest()) {
            for (ResourceRule rule : resources) {
                if (rule.allows(request, resource)) {
                    return true;
                }
            }
            return false;
        }
        for (PathRule rule : paths) {
            if (rule.allows(request)) {
                return true;
            }
        }
        return false;
    }
}
