package mortise.authz.rbac;

import static mortise.authz.rbac.RbacObjects.binding;
import static mortise.authz.rbac.RbacObjects.paths;
import static mortise.authz.rbac.RbacObjects.policy;
import static mortise.authz.rbac.RbacObjects.request;
import static mortise.authz.rbac.RbacObjects.role;
import static mortise.authz.rbac.RbacObjects.rule;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import mortise.api.ApiObject;
import mortise.api.UserInfo;
import mortise.spi.authorization.AuthorizationRequest;
import mortise.spi.authorization.Decision;
import mortise.spi.authorization.Rules;
import mortise.tck.authorization.AuthorizationRequests;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PolicyTest {

    private static final UserInfo PAT = UserInfo.of("pat", "devs");

    private static boolean allows(Policy policy, AuthorizationRequest request) {
        return policy.decide(request) instanceof Decision.Allow;
    }

    @ParameterizedTest
    @CsvSource({
        "get, pods, '', a, true", "list, pods, '', a, false", "get, pods, log, a, false", "get, secrets, '', a, false",
        "update, deployments, scale, a, true", "get, deployments, scale, a, true", "get, deployments, '', a, false",
        "get, anything, status, a, true", "get, anything, '', a, false", "patch, anything, status, a, false",
        "get, configmaps, '', one, true", "get, configmaps, '', two, false", "list, configmaps, '', '', false",
        "list, configmaps, '', one, true", "create, configmaps, '', '', false", "dance, chairs, on, a, true"})
    void rulesAreReadAsTheyAreWritten(String verb, String resource, String subresource, String name, boolean allowed) {
        Policy policy = policy(role("", "r", rule("get", "", "pods", ""),
                rule("get,update", "", "deployments/scale", ""), rule("get", "", "*/status", ""),
                rule("*", "", "configmaps", "one"), rule("*", "*", "chairs/on", "")),
                binding("", "b", "ClusterRole", "r", "User/pat"));
        assertThat(allows(policy, request(PAT, verb, resource, subresource, "ns", name))).isEqualTo(allowed);
    }

    @ParameterizedTest
    @CsvSource({"get, /metrics, true", "post, /metrics, false", "get, /metrics/x, false", "get, /kit/x, true",
        "get, /kit/, true", "get, /kit, false", "get, '', false"})
    void pathsMayEndWithAWildcard(String verb, String path, boolean allowed) {
        Policy policy = policy(role("", "r", paths("get", "/metrics,/kit/*")),
                binding("", "b", "ClusterRole", "r", "Group/devs"),
                binding("ns", "b", "ClusterRole", "all", "Group/devs"), role("", "all", paths("*", "*")));
        assertThat(allows(policy, AuthorizationRequests.path(PAT, verb, path))).isEqualTo(allowed);
    }

    @Test
    void aBindingInANamespaceGivesNothingElsewhere() {
        Policy policy = policy(role("", "r", rule("*", "*", "*", "")),
                binding("ns", "b", "ClusterRole", "r", "User/pat"),
                role("ns", "r2", rule("*", "*", "*", "")), binding("other", "b", "Role", "r2", "User/pat"));
        assertThat(allows(policy, request(PAT, "get", "pods", "", "ns", "x"))).isTrue();
        assertThat(allows(policy, request(PAT, "get", "pods", "", "other", "x"))).isFalse();
        assertThat(allows(policy, request(PAT, "get", "pods", "", "", "x"))).isFalse();
    }

    @Test
    void subjectsAreUsersGroupsAndServiceAccounts() {
        Policy policy = policy(role("", "r", rule("get", "", "pods", "")),
                binding("ns", "b", "ClusterRole", "r",
                        "ServiceAccount/sa", "ServiceAccount/sb/far", "User/Pat", "Robot/x"),
                binding("", "c", "ClusterRole", "r", "ServiceAccount/nowhere"));
        assertThat(allows(policy, request(UserInfo.of("system:serviceaccount:ns:sa"), "get", "pods", "", "ns", "x")))
                .isTrue();
        assertThat(allows(policy, request(UserInfo.of("system:serviceaccount:far:sb"), "get", "pods", "", "ns", "x")))
                .isTrue();
        for (String name : List.of("pat", "x", "system:serviceaccount::nowhere", "system:serviceaccount:ns:sb")) {
            assertThat(allows(policy, request(UserInfo.of(name), "get", "pods", "", "ns", "x"))).as(name).isFalse();
        }
        assertThat(allows(policy, request(UserInfo.of("other", "Pat"), "get", "pods", "", "ns", "x"))).isFalse();
    }

    @Test
    void theReasonSaysWhichBindingAllowed() {
        Policy policy = policy(role("ns", "r", rule("get", "", "pods", "")),
                binding("ns", "b", "Role", "r", "ServiceAccount/sa"));
        assertThat(policy.decide(request(UserInfo.of("system:serviceaccount:ns:sa"), "get", "pods", "", "ns", "x")))
                .isEqualTo(new Decision.Allow(
                        "RBAC: allowed by RoleBinding \"b/ns\" of Role \"r\" to ServiceAccount \"sa/ns\""));
    }

    @Test
    void missingRolesAllowNothingAndAreNamed() {
        Policy one = policy(binding("", "b", "ClusterRole", "gone", "User/pat"));
        assertThat(one.decide(request(PAT, "get", "pods", "", "ns", "x"))).isEqualTo(
                new Decision.NoOpinion("RBAC: clusterrole.rbac.authorization.k8s.io \"gone\" not found"));
        Policy two = policy(binding("", "b", "ClusterRole", "gone", "User/pat"),
                binding("ns", "b", "Role", "away", "Group/devs"));
        assertThat(two.decide(request(PAT, "get", "pods", "", "ns", "x"))).isEqualTo(new Decision.NoOpinion(
                "RBAC: [clusterrole.rbac.authorization.k8s.io \"gone\" not found,"
                        + " role.rbac.authorization.k8s.io \"away\" not found]"));
        Policy many = policy(IntStream.range(0, 5000).mapToObj(i ->
                binding("", "b" + i, "ClusterRole", "gone" + i, "User/pat")).toArray(ApiObject[]::new));
        assertThat(((Decision.NoOpinion) many.decide(request(PAT, "get", "pods", "", "ns", "x"))).reason())
                .hasSizeLessThan(5000);
    }

    @Test
    void aHugeRoleIsSearchedInTime() {
        List<String> names = IntStream.range(0, 50_000).mapToObj(i -> "n" + i).toList();
        Object[] rules = Collections.nCopies(2_000, Map.of("verbs", List.of("get"), "apiGroups", List.of(""),
                "resources", List.of("secrets"), "resourceNames", names.subList(0, 50))).toArray();
        Policy policy = policy(role("", "huge", rules), role("", "wide", Map.of("verbs", List.of("get"), "apiGroups",
                List.of(""), "resources", List.of("pods"), "resourceNames", names)),
                binding("", "b", "ClusterRole", "huge", "User/pat"),
                binding("", "c", "ClusterRole", "wide", "User/pat"));
        long start = System.nanoTime();
        for (int i = 0; i < 100; i++) {
            assertThat(allows(policy, request(PAT, "get", "pods", "", "ns", "n49999"))).isTrue();
            assertThat(allows(policy, request(PAT, "get", "pods", "", "ns", "n50000"))).isFalse();
        }
        assertThat(System.nanoTime() - start).as("200 decisions over 2000 rules, ns").isLessThan(10_000_000_000L);
    }

    @Test
    void rulesAreThoseOfTheClusterAndOfTheNamespace() {
        Policy policy = policy(role("", "c", rule("get", "", "nodes", ""), paths("get", "/x")),
                role("ns", "n", rule("list", "", "pods", "p")), binding("", "b", "ClusterRole", "c", "Group/devs"),
                binding("ns", "b", "Role", "n", "User/pat"), binding("ns", "x", "Role", "gone", "User/pat"));
        var cluster = new Rules.Resources(List.of("get"), List.of(""), List.of("nodes"), List.of());
        var namespaced = new Rules.Resources(List.of("list"), List.of(""), List.of("pods"), List.of("p"));
        var paths = new Rules.Paths(List.of("get"), List.of("/x"));
        assertThat(policy.rules(PAT, "ns")).isEqualTo(new Rules(List.of(cluster, namespaced), List.of(paths), false,
                List.of("role.rbac.authorization.k8s.io \"gone\" not found")));
        assertThat(policy.rules(PAT, "")).isEqualTo(new Rules(List.of(cluster), List.of(paths), false, List.of()));
        assertThat(policy.rules(UserInfo.of("nobody"), "ns")).isEqualTo(Rules.NONE);
    }
}
