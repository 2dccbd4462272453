package mortise.controller.clusterroleaggregation;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import mortise.api.ApiObject;
import mortise.api.LabelSelector;
import mortise.api.LabelSelector.Operator;
import mortise.api.LabelSelector.Requirement;
import org.jspecify.annotations.Nullable;

/** What an aggregation rule means. Pure functions. */
final class Aggregation {

    /** Most rules that a role is given: an object has a largest size and a decision a longest time. */
    static final int RULES_MAX = 10_000;

    private Aggregation() {
    }

    /** Says whether the rules of a role come from others. */
    static boolean isAggregated(ApiObject role) {
        return !structs(role.at("aggregationRule", "clusterRoleSelectors")).isEmpty();
    }

    /** Returns the selectors of a role. One that cannot be understood matches nothing, and is left out. */
    private static List<LabelSelector> selectors(ApiObject role) {
        var selectors = new ArrayList<LabelSelector>();
        for (Map<?, ?> selector : structs(role.at("aggregationRule", "clusterRoleSelectors"))) {
            var requirements = new ArrayList<Requirement>();
            if (selector.get("matchLabels") instanceof Map<?, ?> labels) {
                labels.forEach((key, value) -> requirements.add(new Requirement(
                        String.valueOf(key), Operator.IN, Set.of(String.valueOf(value)))));
            }
            boolean understood = true;
            for (Map<?, ?> expression : structs(selector.get("matchExpressions"))) {
                Operator operator = operator(expression.get("operator"));
                understood &= operator != null;
                if (operator != null) {
                    requirements.add(new Requirement(
                            String.valueOf(expression.get("key")), operator, texts(expression.get("values"))));
                }
            }
            if (understood) {
                selectors.add(new LabelSelector(requirements));
            }
        }
        return selectors;
    }

    private static @Nullable Operator operator(@Nullable Object name) {
        return switch (String.valueOf(name)) {
            case "In" -> Operator.IN;
            case "NotIn" -> Operator.NOT_IN;
            case "Exists" -> Operator.EXISTS;
            case "DoesNotExist" -> Operator.DOES_NOT_EXIST;
            default -> null;
        };
    }

    private static Set<String> texts(@Nullable Object list) {
        return list instanceof List<?> items
                ? items.stream().map(String::valueOf).collect(Collectors.toUnmodifiableSet()) : Set.of();
    }

    private static List<Map<?, ?>> structs(@Nullable Object list) {
        var structs = new ArrayList<Map<?, ?>>();
        if (list instanceof List<?> items) {
            for (Object item : items) {
                if (item instanceof Map<?, ?> struct) {
                    structs.add(struct);
                }
            }
        }
        return structs;
    }

    /** Returns the rules a role has. */
    static List<Object> rules(ApiObject role) {
        return role.at("rules") instanceof List<?> rules
                ? rules.stream().filter(Objects::nonNull).<Object>map(rule -> rule).toList() : List.of();
    }

    /**
     * Returns the roles that the selectors of a role match, without itself.
     *
     * @param all all roles, sorted by name
     */
    static List<ApiObject> parts(ApiObject role, Collection<ApiObject> all) {
        List<LabelSelector> selectors = selectors(role);
        return all.stream().filter(other -> !other.metadata().name().equals(role.metadata().name())
                && selectors.stream().anyMatch(selector -> selector.matches(other.metadata().labels()))).toList();
    }

    /**
     * Returns the rules that an aggregated role should have: those of the roles it is made of, each once, in the order
     * of the roles. What an aggregated role has now does not count, only what it is made of does: so a circle of roles
     * has one outcome, whoever wrote what into it, and is not written again and again.
     *
     * @param parts what each aggregated role is made of, by its name
     */
    static List<Object> rules(ApiObject role, Map<String, List<ApiObject>> parts) {
        var rules = new LinkedHashSet<Object>();
        var seen = new HashSet<String>();
        var open = new ArrayDeque<Iterator<ApiObject>>();
        seen.add(role.metadata().name());
        open.push(parts.getOrDefault(role.metadata().name(), List.of()).iterator());
        while (!open.isEmpty() && rules.size() < RULES_MAX) {
            if (!open.peek().hasNext()) {
                open.pop();
                continue;
            }
            ApiObject part = open.peek().next();
            String name = part.metadata().name();
            if (!seen.add(name)) {
                continue;
            }
            if (parts.containsKey(name)) {
                open.push(parts.get(name).iterator());
            } else {
                rules.addAll(rules(part));
            }
        }
        return rules.stream().limit(RULES_MAX).toList();
    }
}
