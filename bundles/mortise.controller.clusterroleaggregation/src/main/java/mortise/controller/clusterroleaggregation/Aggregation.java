package mortise.controller.clusterroleaggregation;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import mortise.api.ApiObject;
import mortise.core.schema.FieldView;
import mortise.core.schema.LabelSelectors;

/** What an aggregation rule means. Pure functions. */
final class Aggregation {

    /**
     * Most rules that a role is given. A circle of roles with many rules never has more than all of them together, but
     * an object has a largest size and a decision a longest time.
     */
    static final int RULES_MAX = 10_000;

    private Aggregation() {
    }

    /** Says whether the rules of a role come from others. */
    static boolean isAggregated(ApiObject role) {
        return !selectors(role).isEmpty();
    }

    private static List<FieldView> selectors(ApiObject role) {
        return FieldView.root(role, new ArrayList<>()).at("aggregationRule", "clusterRoleSelectors").items();
    }

    /** Returns the rules a role has. */
    static List<Object> rules(ApiObject role) {
        return role.at("rules") instanceof List<?> rules
                ? rules.stream().filter(Objects::nonNull).<Object>map(rule -> rule).toList() : List.of();
    }

    /**
     * Returns the rules that an aggregated role should have: those of every other role that one of its selectors
     * matches, each once, in the order of the roles.
     *
     * @param all all roles, sorted by name
     */
    static List<Object> rules(ApiObject role, Collection<ApiObject> all) {
        List<FieldView> selectors = selectors(role);
        var rules = new LinkedHashSet<Object>();
        for (ApiObject other : all) {
            if (!other.metadata().name().equals(role.metadata().name()) && selectors.stream()
                    .anyMatch(selector -> LabelSelectors.matches(selector, other.metadata().labels()))) {
                rules.addAll(rules(other));
            }
        }
        return rules.stream().limit(RULES_MAX).toList();
    }
}
