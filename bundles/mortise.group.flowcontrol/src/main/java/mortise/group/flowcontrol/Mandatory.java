package mortise.group.flowcontrol;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The specs of the objects without which no request could be classified. Nobody may change them. */
final class Mandatory {

    static final String EXEMPT = "exempt";
    static final String CATCH_ALL = "catch-all";

    private static final List<String> ALL = List.of("*");

    /** Specs of flow schemas by name, with defaults set. */
    static final Map<String, Map<String, Object>> FLOW_SCHEMAS = Map.of(
            EXEMPT, struct("priorityLevelConfiguration", struct("name", EXEMPT), "matchingPrecedence", 1L,
                    "rules", rules("system:masters")),
            CATCH_ALL, struct("priorityLevelConfiguration", struct("name", CATCH_ALL), "matchingPrecedence", 10_000L,
                    "distinguisherMethod", struct("type", "ByUser"),
                    "rules", rules("system:unauthenticated", "system:authenticated")));

    /** Specs of priority levels by name, with defaults set. What {@code exempt} says inside of itself is free. */
    static final Map<String, Map<String, Object>> PRIORITY_LEVELS = Map.of(
            EXEMPT, struct("type", "Exempt"),
            CATCH_ALL, struct("type", "Limited", "limited", struct(
                    "nominalConcurrencyShares", 5L, "limitResponse", struct("type", "Reject"), "lendablePercent", 0L)));

    private Mandatory() {
    }

    private static List<Object> rules(String... groups) {
        List<Object> subjects = List.of(groups).stream()
                .<Object>map(group -> struct("kind", "Group", "group", struct("name", group))).toList();
        return List.of(struct("subjects", subjects,
                "resourceRules", List.of(struct("verbs", ALL, "apiGroups", ALL, "resources", ALL,
                        "clusterScope", true, "namespaces", ALL)),
                "nonResourceRules", List.of(struct("verbs", ALL, "nonResourceURLs", ALL))));
    }

    private static Map<String, Object> struct(Object... namesAndValues) {
        var struct = new LinkedHashMap<String, Object>();
        for (int at = 0; at < namesAndValues.length; at += 2) {
            struct.put((String) namesAndValues[at], namesAndValues[at + 1]);
        }
        return struct;
    }
}
