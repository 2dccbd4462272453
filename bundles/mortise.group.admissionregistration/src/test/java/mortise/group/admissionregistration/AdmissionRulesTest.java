package mortise.group.admissionregistration;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.spi.group.WriteRule;
import mortise.spi.operations.ServerNames;
import mortise.tck.group.GroupSamples;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

final class AdmissionRulesTest {

    private static final GroupSamples SAMPLES =
            new GroupSamples(new AdmissionregistrationGroup(ServerNames.of("k8s.io", "kubernetes.io")));

    private static final String VALIDATING = "validatingwebhookconfigurations";
    private static final String MUTATING = "mutatingwebhookconfigurations";
    private static final String POLICIES = "validatingadmissionpolicies";
    private static final String BINDINGS = "validatingadmissionpolicybindings";
    private static final String RULE = "{'apiGroups': ['x'], 'apiVersions': ['v1'], 'operations': ['CREATE'],"
            + " 'resources': ['y']}";

    /** Returns a webhook in which the given fields take the place of good ones. */
    private static String webhook(String fields) {
        return "{'name': 'a.kit.io', 'clientConfig': {'url': 'https://h.invalid/'}, 'rules': [" + RULE
                + "], 'sideEffects': 'None', 'admissionReviewVersions': ['v1']"
                + (fields.isEmpty() ? "" : ", " + fields) + "}";
    }

    private static List<String> webhookFaults(String plural, String... webhooks) {
        return plain(SAMPLES.faults(plural, "{'webhooks': [" + String.join(", ", webhooks) + "]}"));
    }

    private static List<String> plain(List<String> faults) {
        return faults.stream().map(fault -> fault.replace('"', '\'')).toList();
    }

    @ParameterizedTest
    @CsvFileSource(resources = "aWebhookSaysHowItIsCalled.csv", delimiter = '|', quoteCharacter = '~')
    void aWebhookSaysHowItIsCalled(String field, String fault) {
        assertThat(webhookFaults(MUTATING, webhook(field))).containsExactly("webhooks[0]." + fault);
    }

    @Test
    void defaultsOfWebhooksAreThoseOfVersionOne() {
        ApiObject hooks = SAMPLES.object(MUTATING, "{'webhooks': [" + webhook("") + "]}");
        assertThat(hooks.at("webhooks").toString()).contains("failurePolicy=Fail", "matchPolicy=Equivalent",
                "timeoutSeconds=10", "namespaceSelector={}", "objectSelector={}", "reinvocationPolicy=Never",
                "scope=*");
        assertThat(SAMPLES.faults(MUTATING, hooks)).isEmpty();
    }

    @Test
    void namesOfWebhooksDiffer() {
        assertThat(webhookFaults(VALIDATING, webhook(""), webhook("")))
                .containsExactly("webhooks[1].name: Duplicate value: 'a.kit.io'");
    }

    @Test
    void rulesNameWhatTheyAreAbout() {
        assertThat(webhookFaults(VALIDATING, webhook("'rules': [{'apiGroups': ['*', 'x'], 'apiVersions': ['v1'],"
                + " 'operations': ['*', 'CREATE'], 'resources': ['*/*', 'x']}]"))).containsExactly(
                "webhooks[0].rules[0].operations: Invalid value: ['*','CREATE']: if '*' is present, must not specify"
                        + " other operations",
                "webhooks[0].rules[0].apiGroups: Invalid value: ['*','x']: if '*' is present, must not specify other"
                        + " API"
                        + " groups",
                "webhooks[0].rules[0].resources: Invalid value: ['*/*','x']: if '*/*' is present, must not specify"
                        + " other"
                        + " resources");
        assertThat(webhookFaults(VALIDATING, webhook("'rules': [{'apiVersions': ['v1']}]"))).containsExactly(
                "webhooks[0].rules[0].operations: Required value", "webhooks[0].rules[0].apiGroups: Required value",
                "webhooks[0].rules[0].resources: Required value");
        assertThat(webhookFaults(VALIDATING, webhook("'rules': [{'apiGroups': ['x'], 'apiVersions': ['v1'],"
                + " 'operations': ['READ'], 'resources': ['a/*', 'a/b', '*/b', 'c/b'], 'scope': 'Odd'}]")))
                .extracting(fault -> fault.substring(0, fault.indexOf(": "))).containsExactly(
                        "webhooks[0].rules[0].operations[0]", "webhooks[0].rules[0].resources[1]",
                        "webhooks[0].rules[0].resources[3]", "webhooks[0].rules[0].scope");
    }

    @Test
    void webhooksWithEffectsThatWereStoredBeforeMayStay() {
        ApiObject old = SAMPLES.object(VALIDATING, "{'webhooks': [" + webhook("'sideEffects': 'Some'") + "]}");
        assertThat(SAMPLES.faults(VALIDATING, old.deepCopy(), old)).isEmpty();
    }

    @Test
    void expressionsAreAskedAboutWithWhatTheyMayName() {
        var seen = new ArrayList<String>();
        Expressions expressions = (text, result, scope) -> {
            seen.add(text + " " + result + " " + scope.params() + " " + scope.authorizer() + " " + scope.variables());
            return text.equals("1") ? Optional.of("must evaluate to bool but got int") : Optional.empty();
        };
        ApiObject policy = SAMPLES.object(POLICIES, policy("'paramKind': {'apiVersion': 'v1', 'kind': 'ConfigMap'},"
                + " 'variables': [{'name': 'v', 'expression': '2'}], 'validations': [{'expression': '1',"
                + " 'messageExpression': 'm'}], 'auditAnnotations': [{'key': 'k', 'valueExpression': 'x'}]"));
        assertThat(plain(GroupSamples.texts(
                new ValidatingPolicyStrategy(expressions).validate(policy, Optional.empty()))))
                .containsExactly("spec.validations[0].expression: Invalid value: '1': must evaluate to bool but got"
                        + " int");
        assertThat(seen).containsExactly("2 ANY true true {}", "1 BOOLEAN true true {v=2}",
                "m TEXT true false {v=2}", "x TEXT_OR_NULL true true {v=2}");
    }

    private static String policy(String fields) {
        return "{'spec': {'matchConstraints': {'resourceRules': [" + RULE + "]}, " + fields + "}}";
    }

    @ParameterizedTest
    @CsvFileSource(resources = "aPolicySaysWhatItChecks.csv", delimiter = '|', quoteCharacter = '~')
    void aPolicySaysWhatItChecks(String fields, String fault) {
        assertThat(plain(SAMPLES.faults(POLICIES, policy(fields)))).containsExactly(fault);
    }

    @Test
    void aPolicyNeedsAMatchAndSomethingToDo() {
        assertThat(SAMPLES.faults(POLICIES, "{'spec': {}}")).containsExactly(
                "spec.matchConstraints: Required value",
                "spec.validations: Required value: validations or auditAnnotations must contain at least one item",
                "spec.auditAnnotations: Required value: validations or auditAnnotations must contain at least one"
                        + " item");
        assertThat(plain(SAMPLES.faults(POLICIES, "{'spec': {'validations': [{'expression': 'true'}], 'failurePolicy':"
                + " 'X', 'matchConstraints': {}}}"))).containsExactly(
                "spec.failurePolicy: Unsupported value: 'X': supported values: 'Fail', 'Ignore'",
                "spec.matchConstraints.resourceRules: Required value");
        assertThat(SAMPLES.faults(POLICIES,
                policy("'auditAnnotations': [{'key': 'bad key', 'valueExpression': 'string(1)'}]")))
                .singleElement().asString().startsWith("spec.auditAnnotations[0].key: Invalid value: \"a/bad key\":"
                        + " name"
                        + " part must consist of");
    }

    @ParameterizedTest
    @CsvFileSource(resources = "aMutatingPolicySaysWhatItChanges.csv", delimiter = '|', quoteCharacter = '~')
    void aMutatingPolicySaysWhatItChanges(String fields, String fault) {
        assertThat(plain(SAMPLES.faults("mutatingadmissionpolicies", policy("'reinvocationPolicy': 'Never',"
                + " " + fields))))
                .isEqualTo(fault == null ? List.of() : List.of(fault));
    }

    @Test
    void aMutatingPolicySaysWhetherItIsAskedAgain() {
        assertThat(SAMPLES.faults("mutatingadmissionpolicies", policy("'mutations': [{'patchType': 'JSONPatch',"
                + " 'jsonPatch': {'expression': 'x'}}]"))).containsExactly("spec.reinvocationPolicy: Required value");
    }

    @ParameterizedTest
    @CsvFileSource(resources = "aBindingPutsAPolicyInForce.csv", delimiter = '|', quoteCharacter = '~')
    void aBindingPutsAPolicyInForce(String fields, String fault) {
        assertThat(plain(SAMPLES.faults(BINDINGS, "{'spec': {'policyName': 'p', " + fields + "}}")))
                .isEqualTo(fault == null ? List.of() : List.of(fault));
    }

    @Test
    void parametersAreNamedOrSelected() {
        assertThat(SAMPLES.faults(BINDINGS, "{'spec': {'policyName': 'p', 'validationActions': ['Deny'], 'paramRef':"
                + " {'name': 'a', 'selector': {}, 'parameterNotFoundAction': 'Deny'}}}")).containsExactly(
                "spec.paramRef.name: Forbidden: name and selector are mutually exclusive",
                "spec.paramRef.selector: Forbidden: name and selector are mutually exclusive");
        assertThat(SAMPLES.faults("mutatingadmissionpolicybindings", "{'spec': {'policyName': 'p'}}")).isEmpty();
        assertThat(SAMPLES.faults("mutatingadmissionpolicybindings", "{}"))
                .containsExactly("spec.policyName: Required value");
    }

    @Test
    void theStatusOfAPolicyHasWholeConditions() {
        var status = SAMPLES.resource(POLICIES).subresources().get(0).strategy();
        ApiObject policy = SAMPLES.object(POLICIES, "{'status': {'conditions': [{'type': 'A', 'status': 'Odd',"
                + " 'reason':"
                + " '1'}], 'typeChecking': {'expressionWarnings': [{'fieldRef': 'spec.x'}]}}}");
        assertThat(status.validate(policy, Optional.of(policy))).extracting(error -> error.field()).containsExactly(
                "status.typeChecking.expressionWarnings[0].warning", "status.conditions[0].status",
                "status.conditions[0].lastTransitionTime", "status.conditions[0].reason");
    }

    @Test
    void everyKindCountsGenerationsAndUpdatesNameTheVersionTheySaw() {
        assertThat(SAMPLES.resources()).allSatisfy(resource -> assertThat(resource.writeRules())
                .containsExactlyInAnyOrder(WriteRule.COUNTS_GENERATION, WriteRule.UPDATE_NEEDS_VERSION));
    }
}
