package mortise.controller.flowcontrol;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The pieces that specs are made of, as trees with defaults set. */
final class Specs {

    private static final List<String> ALL = List.of("*");

    private Specs() {
    }

    /** Returns a tree of names and values, in this order. */
    static Map<String, Object> struct(Object... namesAndValues) {
        var struct = new LinkedHashMap<String, Object>();
        for (int at = 0; at < namesAndValues.length; at += 2) {
            struct.put((String) namesAndValues[at], namesAndValues[at + 1]);
        }
        return struct;
    }

    /** Returns the spec of a level whose requests wait in queues. */
    static Map<String, Object> queued(long shares, long lendablePercent, long queues, long handSize) {
        return limited(shares, lendablePercent, struct("type", "Queue", "queuing",
                struct("queues", queues, "handSize", handSize, "queueLengthLimit", 50L)));
    }

    /** Returns the spec of a level whose requests are turned away when there are too many. */
    static Map<String, Object> limited(long shares, long lendablePercent, Map<String, Object> response) {
        return struct("type", "Limited", "limited", struct("nominalConcurrencyShares", shares,
                "lendablePercent", lendablePercent, "limitResponse", response));
    }

    /** Returns the spec of a schema that counts requests by user. */
    static Map<String, Object> schema(String level, long precedence, Map<String, Object> rule) {
        return struct("priorityLevelConfiguration", struct("name", level), "matchingPrecedence", precedence,
                "distinguisherMethod", struct("type", "ByUser"), "rules", List.of(rule));
    }

    /** Returns the spec of a schema that tells no request from another. */
    static Map<String, Object> undivided(String level, long precedence, Map<String, Object> rule) {
        return struct("priorityLevelConfiguration", struct("name", level), "matchingPrecedence", precedence,
                "rules", List.of(rule));
    }

    /** Returns a rule about everything that some do. */
    static Map<String, Object> everything(List<Map<String, Object>> subjects) {
        Map<String, Object> resources = struct("verbs", ALL, "apiGroups", ALL, "resources", ALL,
                "clusterScope", true, "namespaces", ALL);
        return struct("subjects", subjects, "resourceRules", List.of(resources),
                "nonResourceRules", List.of(struct("verbs", ALL, "nonResourceURLs", ALL)));
    }

    /** Returns a rule about some resources. */
    static Map<String, Object> rule(List<Map<String, Object>> subjects, List<Map<String, Object>> resources) {
        return struct("subjects", subjects, "resourceRules", resources);
    }

    /** Returns a rule about paths that are no resources. */
    static Map<String, Object> reading(List<Map<String, Object>> subjects, String... paths) {
        return struct("subjects", subjects,
                "nonResourceRules", List.of(struct("verbs", List.of("get"), "nonResourceURLs", List.of(paths))));
    }

    /** Returns resources of every namespace. */
    static Map<String, Object> resources(List<String> verbs, String group, String... resources) {
        return struct("verbs", verbs, "apiGroups", List.of(group), "resources", List.of(resources),
                "namespaces", ALL);
    }

    /** Returns resources of every namespace and of none. */
    static Map<String, Object> anywhere(String group, String... resources) {
        Map<String, Object> rule = resources(ALL, group, resources);
        rule.put("clusterScope", true);
        return rule;
    }

    static List<Map<String, Object>> groups(String... names) {
        return Stream.of(names).map(name -> struct("kind", "Group", "group", struct("name", name))).toList();
    }

    static List<Map<String, Object>> users(String... names) {
        return Stream.of(names).map(name -> struct("kind", "User", "user", struct("name", name))).toList();
    }

    /** Returns service accounts of the system's namespace. */
    static List<Map<String, Object>> accounts(String... names) {
        return Stream.of(names).map(name -> struct("kind", "ServiceAccount",
                "serviceAccount", struct("namespace", "kube-system", "name", name))).toList();
    }

    static List<Map<String, Object>> both(List<Map<String, Object>> first, List<Map<String, Object>> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }
}
