package mortise.group.rbac;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.ErrorReason;
import mortise.api.GroupVersion;
import mortise.api.UserInfo;
import mortise.spi.authorization.AuthorizationRequest;
import mortise.spi.authorization.AuthorizerChain;
import mortise.spi.authorization.Decision;
import mortise.spi.authorization.Rules;
import mortise.spi.authorization.RulesQuestion;
import mortise.spi.authorization.Verdict;
import mortise.tck.controller.FakeObjectAccess;
import mortise.tck.group.GroupSamples;
import org.junit.jupiter.api.Test;

final class EscalationTest {

    private static final GroupVersion V1 = new GroupVersion("rbac.authorization.k8s.io", "v1");
    private static final UserInfo PAT = UserInfo.of("pat", "devs", "qa");
    private static final String GET_PODS = "{'verbs': ['get'], 'apiGroups': [''], 'resources': ['pods']}";

    private final FakeObjectAccess objects = new FakeObjectAccess().serve(V1, "clusterroles", "ClusterRole", false)
            .serve(V1, "roles", "Role", true);
    private final Held held = new Held();
    private final Escalation escalation = new Escalation(V1, () -> held, () -> objects);

    /** Says what pat has. */
    private static final class Held implements AuthorizerChain {

        private final List<Rules.Resources> rules = new ArrayList<>();
        private final List<String> questions = new ArrayList<>();
        private String mayDo = "";

        @Override
        public Verdict decide(AuthorizationRequest request) {
            String what = request.verb() + " " + request.resource() + " " + request.namespace() + "/" + request.name();
            questions.add(what);
            return new Verdict(what.equals(mayDo) ? new Decision.Allow("") : new Decision.NoOpinion(""), List.of());
        }

        @Override
        public Rules rules(RulesQuestion question) {
            questions.add("rules " + question.namespace());
            return new Rules(rules, List.of(), true, List.of("one is missing"));
        }

        void has(String verb, String resource) {
            rules.add(new Rules.Resources(List.of(verb), List.of(""), List.of(resource), List.of()));
        }
    }

    private static ApiObject role(String kind, String namespace, String name, String rules) {
        ApiObject role = GroupSamples.raw("{" + rules + "}");
        role.setKind(V1.kind(kind));
        role.metadata().setName(name);
        if (!namespace.isEmpty()) {
            role.metadata().setNamespace(namespace);
        }
        return role;
    }

    private static ApiObject binding(String kind, String role) {
        return role("RoleBinding", "ns", "b", "'roleRef': {'kind': '" + kind + "', 'name': '" + role + "'}");
    }

    @Test
    void aRoleHasNothingThatItsWriterHasNot() {
        ApiObject role = role("Role", "ns", "r", "'rules': [" + GET_PODS + "]");
        assertThatThrownBy(() -> escalation.checkRole("roles", role, Optional.empty(), PAT))
                .isInstanceOfSatisfying(ApiException.class, refused ->
                        assertThat(refused.status().reason()).isEqualTo(ErrorReason.FORBIDDEN))
                .hasMessage("roles.rbac.authorization.k8s.io \"r\" is forbidden: user \"pat\""
                        + " (groups=[\"devs\" \"qa\"]) is attempting to grant RBAC permissions not currently held:\n"
                        + "{APIGroups:[\"\"], Resources:[\"pods\"], Verbs:[\"get\"]};"
                        + " resolution errors: [one is missing]");
        assertThat(held.questions).containsExactly("escalate roles ns/", "rules ns");
        held.has("get", "pods");
        assertThatCode(() -> escalation.checkRole("roles", role, Optional.empty(), PAT)).doesNotThrowAnyException();
    }

    @Test
    void escalateIsEnoughForOneRoleAndMastersAreFree() {
        ApiObject old = role("Role", "ns", "r", "");
        ApiObject role = role("Role", "ns", "r", "'rules': [" + GET_PODS + "]");
        held.mayDo = "escalate roles ns/r";
        assertThatCode(() -> escalation.checkRole("roles", role, Optional.of(old), PAT)).doesNotThrowAnyException();
        held.mayDo = "escalate roles ns/other";
        assertThatThrownBy(() -> escalation.checkRole("roles", role, Optional.of(old), PAT))
                .isInstanceOf(ApiException.class);
        held.questions.clear();
        escalation.checkRole("roles", role, Optional.of(old), UserInfo.of("root", UserInfo.MASTERS));
        assertThat(held.questions).isEmpty();
    }

    @Test
    void whatKeepsADeletedObjectMayAlwaysGo() {
        ApiObject old = role("ClusterRole", "", "r", "'rules': [" + GET_PODS + "]");
        old.metadata().setFinalizers(List.of("x"));
        ApiObject freed = old.deepCopy();
        freed.metadata().setFinalizers(List.of());
        freed.metadata().setResourceVersion("7");
        assertThatCode(() -> escalation.checkRole("clusterroles", freed, Optional.of(old), PAT))
                .doesNotThrowAnyException();
        freed.metadata().setLabel("a", "b");
        assertThatThrownBy(() -> escalation.checkRole("clusterroles", freed, Optional.of(old), PAT))
                .isInstanceOf(ApiException.class);
    }

    @Test
    void anAggregationNeedsEverythingBeforeAndAfter() {
        ApiObject plain = role("ClusterRole", "", "r", "");
        ApiObject sum = role("ClusterRole", "", "r", "'aggregationRule': {'clusterRoleSelectors': [{}]}");
        for (Optional<ApiObject> old : List.of(Optional.<ApiObject>empty(), Optional.of(plain))) {
            assertThatThrownBy(() -> escalation.checkRole("clusterroles", sum, old, PAT)).hasMessageContaining(
                    "must have cluster-admin privileges to use the aggregationRule");
        }
        assertThatThrownBy(() -> escalation.checkRole("clusterroles", plain, Optional.of(sum), PAT))
                .hasMessageContaining("cluster-admin");
    }

    @Test
    void aBindingGivesNothingThatItsWriterHasNot() {
        objects.others().create(V1, "roles", role("Role", "ns", "r", "'rules': [" + GET_PODS + "]"));
        assertThatThrownBy(() -> escalation.checkBinding("rolebindings", binding("Role", "r"), Optional.empty(), PAT))
                .hasMessageContaining("rolebindings.rbac.authorization.k8s.io \"b\" is forbidden")
                .hasMessageContaining("not currently held");
        held.mayDo = "bind roles ns/r";
        assertThatCode(() -> escalation.checkBinding("rolebindings", binding("Role", "r"), Optional.empty(), PAT))
                .doesNotThrowAnyException();
        held.mayDo = "";
        held.has("get", "*");
        assertThatCode(() -> escalation.checkBinding("rolebindings", binding("Role", "r"), Optional.empty(), PAT))
                .doesNotThrowAnyException();
    }

    @Test
    void aMissingRoleIsBoundByNobodyWhoMayNotBindIt() {
        ApiObject binding = binding("ClusterRole", "gone");
        assertThatThrownBy(() -> escalation.checkBinding("rolebindings", binding, Optional.empty(), PAT))
                .hasMessage("rolebindings.rbac.authorization.k8s.io \"gone\" not found");
        held.mayDo = "bind clusterroles ns/gone";
        assertThatCode(() -> escalation.checkBinding("rolebindings", binding, Optional.empty(), PAT))
                .doesNotThrowAnyException();
        ApiObject nameless = binding("ClusterRole", "");
        assertThatThrownBy(() -> escalation.checkBinding("rolebindings", nameless, Optional.empty(), PAT))
                .isInstanceOf(ApiException.class);
    }

    @Test
    void aRoleTooLargeToCompareIsRefused() {
        held.has("get", "pods");
        String many = IntStream.range(0, 500).mapToObj(i -> "'x" + i + "'").collect(Collectors.joining(","));
        ApiObject role = role("Role", "ns", "r", "'rules': [{'verbs': [" + many + "], 'apiGroups': [" + many
                + "], 'resources': [" + many + "]}]");
        assertThatThrownBy(() -> escalation.checkRole("roles", role, Optional.empty(), PAT))
                .hasMessageContaining("too many permissions at once");
        ApiObject long1 = role("Role", "ns", "r", "'rules': [{'verbs': ['get'], 'apiGroups': [''], 'resources': ["
                + many + "]}]");
        assertThatThrownBy(() -> escalation.checkRole("roles", long1, Optional.empty(), PAT))
                .hasMessageContaining("and 400 more");
    }

    @Test
    void missingRightsAreShownTogether() {
        var one = new Rules.Resources(List.of("list"), List.of(""), List.of("pods"), List.of("a\"b"));
        var two = new Rules.Resources(List.of("get"), List.of(""), List.of("pods"), List.of("a\"b"));
        var path = new Rules.Paths(List.of("get"), List.of("/x"));
        assertThat(RuleText.of(new Rules(List.of(one, two), List.of(path), false, List.of()))).containsExactly(
                "{APIGroups:[\"\"], Resources:[\"pods\"], ResourceNames:[\"a\\\"b\"], Verbs:[\"list\" \"get\"]}",
                "{NonResourceURLs:[\"/x\"], Verbs:[\"get\"]}");
    }
}
