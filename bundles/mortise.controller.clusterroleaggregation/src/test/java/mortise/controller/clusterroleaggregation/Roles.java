package mortise.controller.clusterroleaggregation;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import mortise.api.ApiObject;
import mortise.api.GroupVersion;
import mortise.tck.controller.FakeObjectAccess;
import org.jspecify.annotations.Nullable;

/** Cluster roles for tests. */
final class Roles {

    static final GroupVersion V1 = new GroupVersion("rbac.authorization.k8s.io", "v1");

    private Roles() {
    }

    static FakeObjectAccess access() {
        return new FakeObjectAccess().serve(V1, "clusterroles", "ClusterRole", false);
    }

    /** Returns a role with a label and one rule for each verb. */
    static ApiObject role(String name, String label, String... verbs) {
        ApiObject role = ApiObject.ofKind(V1.kind("ClusterRole"));
        role.metadata().setName(name);
        role.metadata().setLabel(label, "true");
        role.tree().put("rules", new ArrayList<@Nullable Object>(rules(verbs)));
        return role;
    }

    /** Returns one rule for each verb. */
    static List<Object> rules(String... verbs) {
        return Stream.of(verbs).<Object>map(Roles::rule).toList();
    }

    private static Map<String, @Nullable Object> rule(String verb) {
        var rule = new LinkedHashMap<String, @Nullable Object>();
        rule.put("verbs", List.of(verb));
        rule.put("apiGroups", List.of(""));
        rule.put("resources", List.of("pods"));
        return rule;
    }

    /** Returns a role that is made of those with a label. */
    static ApiObject aggregated(String name, String label) {
        ApiObject role = ApiObject.ofKind(V1.kind("ClusterRole"));
        role.metadata().setName(name);
        role.structAt("aggregationRule").put("clusterRoleSelectors",
                List.of(Map.of("matchLabels", Map.of(label, "true"))));
        return role;
    }

    /** Returns the verbs of all rules. */
    static String verbs(ApiObject role) {
        return Aggregation.rules(role).stream()
                .map(rule -> ((List<?>) ((Map<?, ?>) rule).get("verbs")).get(0)).toList().toString();
    }
}
