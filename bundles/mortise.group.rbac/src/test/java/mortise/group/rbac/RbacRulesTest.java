package mortise.group.rbac;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.spi.group.ApiGroup;
import mortise.spi.group.WriteRule;
import mortise.spi.operations.ServerNames;
import mortise.tck.group.GroupSamples;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

final class RbacRulesTest {

    private static final GroupSamples SAMPLES =
            new GroupSamples(new RbacGroup(ServerNames.of("k8s.io", "kubernetes.io"), () -> null, () -> null));

    private static final String ROLE_REF = "'roleRef': {'apiGroup': 'rbac.authorization.k8s.io', 'kind': 'ClusterRole',"
            + " 'name': 'r'}";

    @ParameterizedTest
    @CsvFileSource(resources = "rulesSayWhatMayBeDoneWithWhat.csv", delimiter = '|', quoteCharacter = '~')
    void rulesSayWhatMayBeDoneWithWhat(String plural, String rule, String fault) {
        assertThat(SAMPLES.faults(plural, "{'rules': [" + rule + "]}"))
                .isEqualTo(fault == null ? List.of() : List.of(fault));
    }

    @Test
    void onlyRolesOfTheClusterAreAboutPaths() {
        String paths = "{'rules': [{'nonResourceURLs': ['/x'], 'verbs': ['get']}]}";
        assertThat(SAMPLES.faults("clusterroles", paths)).isEmpty();
        assertThat(SAMPLES.faults("roles", paths)).containsExactly("rules[0].nonResourceURLs: Invalid value:"
                + " [\"/x\"]: namespaced rules cannot apply to non-resource URLs");
        assertThat(SAMPLES.faults("clusterroles",
                "{'rules': [{'nonResourceURLs': ['/x'], 'verbs': ['get'], 'resources': ['pods']}]}"))
                .containsExactly("rules[0].nonResourceURLs: Invalid value: [\"/x\"]: rules cannot apply to both regular"
                        + " resources and non-resource URLs");
    }

    @Test
    void anAggregationNamesWhatItTakesTogether() {
        assertThat(SAMPLES.faults("clusterroles", "{'aggregationRule': {}}")).containsExactly(
                "aggregationRule.clusterRoleSelectors: Required value: at least one clusterRoleSelector required if"
                        + " aggregationRule is non-nil");
        assertThat(SAMPLES.faults("clusterroles", "{'aggregationRule': {'clusterRoleSelectors':"
                + " [{'matchExpressions': [{'key': 'a', 'operator': 'In'}]}]}}")).hasSize(1);
    }

    @ParameterizedTest
    @CsvFileSource(resources = "subjectsAreAccountsUsersAndGroups.csv", delimiter = '|', quoteCharacter = '~')
    void subjectsAreAccountsUsersAndGroups(String plural, String subject, String fault) {
        assertThat(SAMPLES.faults(plural, "{" + ROLE_REF + ", 'subjects': [" + subject + "]}"))
                .isEqualTo(fault == null ? List.of() : List.of(fault));
    }

    @Test
    void bindingsNameARoleThatFitsThem() {
        assertThat(SAMPLES.faults("rolebindings", "{}")).containsExactly(
                "roleRef.kind: Unsupported value: \"\": supported values: \"Role\", \"ClusterRole\"",
                "roleRef.name: Required value");
        assertThat(SAMPLES.faults("clusterrolebindings", "{'roleRef': {'kind': 'Role', 'name': 'r'}}"))
                .containsExactly("roleRef.kind: Unsupported value: \"Role\": supported values: \"ClusterRole\"");
        assertThat(SAMPLES.faults("rolebindings", "{'roleRef': {'kind': 'Role', 'name': 'a/b'}}"))
                .containsExactly("roleRef.name: Invalid value: \"a/b\": may not contain '/'");
        assertThat(SAMPLES.faults("rolebindings", "{" + ROLE_REF + ", 'subjects': [{'kind': 'User'}]}"))
                .containsExactly("subjects[0].name: Required value",
                        "subjects[0].name: Invalid value: \"\": user name cannot be empty");
    }

    @Test
    void theRoleOfABindingStays() {
        ApiObject old = SAMPLES.object("rolebindings", "{'roleRef': {'kind': 'Role', 'name': 'r1'}}");
        ApiObject other = SAMPLES.object("rolebindings", "{'roleRef': {'kind': 'Role', 'name': 'r2'}}");
        assertThat(SAMPLES.faults("rolebindings", other, old)).containsExactly(
                "roleRef: Invalid value: {\"APIGroup\":\"rbac.authorization.k8s.io\",\"Kind\":\"Role\","
                        + "\"Name\":\"r2\"}: cannot change roleRef");
        ApiObject more = SAMPLES.object("rolebindings", "{'roleRef': {'kind': 'Role', 'name': 'r1'}, 'subjects':"
                + " [{'kind': 'User', 'name': 'x'}]}");
        assertThat(SAMPLES.faults("rolebindings", more, old)).isEmpty();
    }

    @Test
    void groupsFollowTheNameOfTheServersDomain() {
        ApiGroup group = new RbacGroup(ServerNames.of("api.example.com", "example.com"), () -> null, () -> null);
        assertThat(group.name()).isEqualTo("rbac.authorization.api.example.com");
        var bindings = group.resources().stream().filter(r -> r.plural().equals("rolebindings")).findFirst()
                .orElseThrow();
        ApiObject binding = GroupSamples.raw("{'roleRef': {'kind': 'Role', 'name': 'r'}, 'subjects': [{'kind': 'Group',"
                + " 'name': 'g'}, {'kind': 'ServiceAccount', 'name': 's'}]}");
        bindings.versions().get(0).schema().applyDefaults(binding);
        assertThat(binding.at("roleRef", "apiGroup")).isEqualTo("rbac.authorization.api.example.com");
        assertThat(binding.at("subjects").toString())
                .contains("apiGroup=rbac.authorization.api.example.com").doesNotContain("k8s.io");
        assertThat(bindings.strategy().validate(binding, Optional.empty())).isEmpty();
    }

    @Test
    void namesAreWhateverFitsIntoAPathAndPutCreates() {
        assertThat(SAMPLES.resources()).allSatisfy(resource -> {
            assertThat(resource.nameRule().check("system:Node_x")).isEmpty();
            assertThat(resource.nameRule().check("a%b")).contains("may not contain '%'");
            assertThat(resource.writeRules()).containsExactly(WriteRule.CREATE_ON_UPDATE);
        });
    }
}
