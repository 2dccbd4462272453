package mortise.group.authorization;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.FieldSelector;
import mortise.api.LabelSelector;
import mortise.api.UserInfo;
import mortise.spi.authorization.AuthorizationRequest;
import mortise.spi.authorization.Decision;
import mortise.spi.authorization.Rules;
import mortise.spi.authorization.RulesQuestion;
import mortise.spi.authorization.Verdict;
import mortise.spi.group.ActionRequest;
import mortise.spi.operations.ServerNames;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reviews of access; answers and messages are those of a Kubernetes server. */
final class ReviewsTest {

    private static final UserInfo CALLER = UserInfo.of("caller", "g");
    private static final String ANYBODY = "subjectaccessreviews";
    private static final String SELF = "selfsubjectaccessreviews";
    private static final String LOCAL = "localsubjectaccessreviews";
    private static final String PODS = "'resourceAttributes':{'verb':'list','resource':'pods'";

    private final AskedChain chain = new AskedChain();

    private ApiObject post(String plural, String body) {
        var group = new AuthorizationGroup(ServerNames.of("k8s.io", "kubernetes.io"), () -> chain);
        return group.resources().stream().filter(one -> one.plural().equals(plural)).findFirst().orElseThrow()
                .virtual().orElseThrow().perform(new ActionRequest(CALLER, "", "", Json.object(body),
                        Optional.empty(), Map.of(), false));
    }

    private AuthorizationRequest asked() {
        return chain.asked.get(chain.asked.size() - 1);
    }

    @Test
    void everyAttributeIsPassedOn() {
        post(ANYBODY, "{'spec':{'user':'u','uid':'1','groups':['a','b'],'extra':{'k':['x','y']},'resourceAttributes':"
                + "{'verb':'get','group':'apps','version':'v1','resource':'deployments','subresource':'scale',"
                + "'namespace':'n','name':'d','labelSelector':{'rawSelector':'a=b'},"
                + "'fieldSelector':{'rawSelector':'x!=y'}}}}");
        assertThat(asked()).isEqualTo(new AuthorizationRequest(
                new UserInfo("u", "1", List.of("a", "b"), Map.of("k", List.of("x", "y"))), "get", "", true, "apps",
                "v1", "deployments", "scale", "n", "d", LabelSelector.parse("a=b"), FieldSelector.parse("x!=y")));
        post(SELF, "{'spec':{'nonResourceAttributes':{'verb':'get','path':'/metrics'}}}");
        assertThat(asked().user()).isEqualTo(CALLER);
        assertThat(asked().resourceRequest()).isFalse();
        assertThat(asked().path()).isEqualTo("/metrics");
        post(ANYBODY, "{'spec':{'groups':['only'],'resourceAttributes':{'verb':'get','resource':'nodes'}}}");
        assertThat(asked().user().name()).isEmpty();
        assertThat(asked().version()).isEqualTo("*");
    }

    @Test
    void theAnswerSaysWhatWasDecidedAndWhy() {
        String body = "{'spec':{" + PODS + "}}}";
        assertThat(post(SELF, body).at("status")).isEqualTo(Map.of("allowed", false));
        chain.verdict = new Verdict(new Decision.Allow("because"), List.of("one"));
        assertThat(post(SELF, body).at("status"))
                .isEqualTo(Map.of("allowed", true, "reason", "because", "evaluationError", "one"));
        chain.verdict = new Verdict(new Decision.Deny("no"), List.of("one", "two"));
        assertThat(post(SELF, body).at("status")).isEqualTo(
                Map.of("allowed", false, "denied", true, "reason", "no", "evaluationError", "[one, two]"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "subjectaccessreviews|{'spec':{'resourceAttributes':{}}}|spec.user: Invalid value: \"\": at least one of user"
                + " or group must be specified",
        "subjectaccessreviews|{'spec':{'user':'u'}}|spec.resourceAttributes: Invalid value: null: exactly one of"
                + " nonResourceAttributes or resourceAttributes must be specified",
        "selfsubjectaccessreviews|{'spec':{'resourceAttributes':{},'nonResourceAttributes':{'path':'/','verb':'get'}}}|"
                + "spec.nonResourceAttributes: Invalid value: {\"Path\":\"/\",\"Verb\":\"get\"}: cannot be specified in"
                + " combination with resourceAttributes",
        "selfsubjectaccessreviews|{'metadata':{'name':'x'},'spec':{'resourceAttributes':{}}}|metadata: Invalid value:"
                + " {\"name\":\"x\"}: must be empty",
        "localsubjectaccessreviews|{'metadata':{'namespace':'a'},'spec':{'user':'u','resourceAttributes':"
                + "{'namespace':'b'}}}|spec.resourceAttributes.namespace: Invalid value: \"b\": must match"
                + " metadata.namespace",
        "localsubjectaccessreviews|{'metadata':{'namespace':'a'},'spec':{'user':'u','nonResourceAttributes':"
                + "{'path':'/','verb':'get'}}}|spec.nonResourceAttributes: Invalid value: {\"Path\":\"/\",\"Verb\":"
                + "\"get\"}: disallowed on this kind of request",
        "selfsubjectaccessreviews|{'spec':{'resourceAttributes':{'fieldSelector':{}}}}|"
                + "spec.resourceAttributes.fieldSelector.requirements: Required value: when"
                + " spec.resourceAttributes.fieldSelector is specified, requirements or rawSelector is required",
        "selfsubjectaccessreviews|{'spec':{'resourceAttributes':{'fieldSelector':{'rawSelector':'a=b','requirements':"
                + "[{'key':'k','operator':'In','values':['v']}]}}}}|spec.resourceAttributes.fieldSelector.rawSelector:"
                + " Invalid value: \"a=b\": may not specified at the same time as requirements",
        "selfsubjectaccessreviews|{'spec':{'resourceAttributes':{'fieldSelector':{'requirements':[{'key':'k',"
                + "'operator':'In'}]}}}}|spec.resourceAttributes.fieldSelector.requirements[0].values: Required value:"
                + " must be specified when `operator` is 'In' or 'NotIn'",
        "selfsubjectaccessreviews|{'spec':{'resourceAttributes':{'labelSelector':{'requirements':[{'key':'k',"
                + "'operator':'Exists','values':['v']}]}}}}|spec.resourceAttributes.labelSelector.requirements[0]"
                + ".values: Forbidden: may not be specified when `operator` is 'Exists' or 'DoesNotExist'"})
    void whatIsNoQuestionIsRefused(String plural, String body, String message) {
        ApiException refused = catchThrowableOfType(ApiException.class, () -> post(plural, body));
        assertThat(refused).hasMessage(".authorization.k8s.io \"\" is invalid: " + message);
        assertThat(refused.status().code()).isEqualTo(422);
        assertThat(chain.asked).isEmpty();
    }

    @Test
    void aReviewOfOneNamespaceIsAboutIt() {
        post(LOCAL, "{'metadata':{'namespace':'a'},'spec':{'user':'u','resourceAttributes':{'namespace':'a',"
                + "'verb':'get','resource':'pods'}}}");
        assertThat(asked().namespace()).isEqualTo("a");
    }

    @Test
    void requirementsAreSelectors() {
        post(SELF, "{'spec':{" + PODS + ",'labelSelector':{'requirements':[{'key':'a','operator':'In',"
                + "'values':['1','2']},{'key':'b','operator':'DoesNotExist'}]},'fieldSelector':{'requirements':["
                + "{'key':'x','operator':'NotIn','values':['y']}]}}}}");
        assertThat(asked().labelSelector()).isEqualTo(LabelSelector.parse("a in (1,2),!b"));
        assertThat(asked().fieldSelector()).isEqualTo(FieldSelector.parse("x!=y"));
    }

    @Test
    void whatCannotBeUnderstoodOfASelectorIsLeftOutAndTold() {
        assertThat(post(SELF, "{'spec':{" + PODS + ",'labelSelector':{'rawSelector':'a in ('}}}}")
                .textAt("status", "evaluationError"))
                .isEqualTo("spec.resourceAttributes.labelSelector ignored due to parse error");
        assertThat(asked().labelSelector().selectsEverything()).isTrue();
        assertThat(post(SELF, "{'spec':{" + PODS + ",'fieldSelector':{'requirements':[{'key':'x','operator':'In',"
                + "'values':['y']},{'key':'z','operator':'Exists'}]},'labelSelector':{'requirements':["
                + "{'key':'a','operator':'Like','values':['b']}]}}}}").textAt("status", "evaluationError"))
                .isEqualTo("[spec.resourceAttributes.fieldSelector partially ignored due to parse error,"
                        + " spec.resourceAttributes.labelSelector ignored due to parse error]");
        assertThat(asked().fieldSelector()).isEqualTo(FieldSelector.parse("x=y"));
    }

    @Test
    void rulesAreListed() {
        chain.rules = new Rules(
                List.of(new Rules.Resources(List.of("get"), List.of(""), List.of("pods"), List.of("p")),
                        new Rules.Resources(List.of("*"), List.of("*"), List.of("*"), List.of())),
                List.of(new Rules.Paths(List.of("get"), List.of("/healthz"))), true, List.of("more"));
        ApiObject answer = post("selfsubjectrulesreviews", "{'apiVersion':'authorization.k8s.io/v1',"
                + "'kind':'SelfSubjectRulesReview','spec':{'namespace':'n'}}");
        assertThat(chain.askedForRules).containsExactly(new RulesQuestion(CALLER, "n"));
        assertThat(answer).isEqualTo(Json.object("{'apiVersion':'authorization.k8s.io/v1',"
                + "'kind':'SelfSubjectRulesReview','metadata':{},'spec':{},'status':{'resourceRules':["
                + "{'verbs':['get'],'apiGroups':[''],'resources':['pods'],'resourceNames':['p']},"
                + "{'verbs':['*'],'apiGroups':['*'],'resources':['*']}],'nonResourceRules':[{'verbs':['get'],"
                + "'nonResourceURLs':['/healthz']}],'incomplete':true,'evaluationError':'more'}}"));
        assertThatThrownBy(() -> post("selfsubjectrulesreviews", "{'spec':{}}"))
                .hasMessage("no namespace on request");
    }
}
