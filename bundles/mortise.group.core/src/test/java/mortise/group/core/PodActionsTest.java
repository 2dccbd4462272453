package mortise.group.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.GroupVersion;
import mortise.api.UserInfo;
import mortise.core.schema.Cells;
import mortise.spi.group.ActionRequest;
import mortise.tck.controller.FakeObjectAccess;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Binding and eviction; answers and messages are those of a Kubernetes server. */
final class PodActionsTest {

    private static final GroupVersion CORE = new GroupVersion("", "v1");
    private static final GroupVersion POLICY = new GroupVersion("policy", "v1");
    private static final String BUDGETS = "poddisruptionbudgets";
    private static final InstantSource CLOCK = InstantSource.fixed(Instant.parse("2026-02-03T04:05:06.7Z"));
    private static final Map<String, Object> SUCCESS = Map.of("kind", "Status", "apiVersion", "v1",
            "metadata", Map.of(), "status", "Success", "code", 201L);

    private final FakeObjectAccess objects = new FakeObjectAccess().serve(CORE, "pods").serve(POLICY, BUDGETS);

    private static ApiObject json(String text) {
        return Requests.json(text.replace('\'', '"'));
    }

    private static ActionRequest request(String body, Optional<ApiObject> pod, boolean dryRun) {
        return new ActionRequest(UserInfo.of("u"), "ns", "p", json(body), pod, Map.of(), dryRun);
    }

    private static ApiObject bind(String binding, ApiObject pod) {
        return new BindingAction(CLOCK).perform(request(binding, Optional.of(pod), false));
    }

    @Test
    void aBindingGivesThePodItsNode() {
        ApiObject pod = json("{'metadata':{'name':'p','labels':{'a':'1'}},'spec':{}}");
        ApiObject answer = bind("{'metadata':{'name':'p','labels':{'a':'2','b':'3'},'annotations':{'x':'y'}},"
                + "'target':{'kind':'Node','name':'n1'}}", pod);
        assertThat(answer.tree()).isEqualTo(SUCCESS);
        assertThat(pod.textAt("spec", "nodeName")).isEqualTo("n1");
        assertThat(pod.metadata().annotations()).containsEntry("x", "y");
        assertThat(pod.metadata().labels()).isEqualTo(Map.of("a", "1", "b", "3"));
        assertThat(Cells.structs(pod, "status", "conditions")).singleElement().satisfies(condition ->
                assertThat(condition).containsEntry("type", "PodScheduled").containsEntry("status", "True")
                        .containsEntry("lastTransitionTime", "2026-02-03T04:05:06Z"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "'name':'p'|'name':'n2'|'spec':{'nodeName':'n1'}|409|Operation cannot be fulfilled on pods/binding "
                + "\"p\": pod p is"
                + " already assigned to node \"n1\"",
        "'name':'p'|'kind':'Pod','name':'n1'|'spec':{}|500|target.kind: Unsupported value: \"Pod\": supported values:"
                + " \"Node\", \"<empty>\"",
        "'name':'p'|``|'spec':{}|500|target.name: Required value",
        "'name':'q'|'name':'n1'|'spec':{}|400|name in URL does not match name in Binding object",
        "'name':'p'|'name':'n1'|'spec':{'schedulingGates':[{'name':'g'}]}|409|Operation cannot be fulfilled on"
                + " pods/binding \"p\": pod p has non-empty .spec.schedulingGates",
        "'name':'p','uid':'x'|'name':'n1'|'spec':{}|409|Operation cannot be fulfilled on pods \"p\": "
                + "Precondition failed:"
                + " UID in precondition: x, UID in object meta: u1"})
    void aBindingIsRefused(String metadata, String target, String pod, int code, String message) {
        ApiObject bound = json("{'metadata':{'name':'p','uid':'u1'}," + pod + "}");
        ApiObject before = bound.deepCopy();
        ApiException failed = catchThrowableOfType(ApiException.class,
                () -> bind("{'metadata':{" + metadata + "},'target':{" + target + "}}", bound));
        assertThat(failed).hasMessage(message);
        assertThat(failed.status().code()).isEqualTo(code);
        assertThat(failed.status().reason().text()).isEqualTo(code == 500 ? "" : failed.status().reason().text());
        assertThat(bound).isEqualTo(before);
    }

    private void pod(String labels, String status) {
        objects.create(CORE, "pods", json("{'metadata':{'name':'p','namespace':'ns','labels':{" + labels
                + "}},'spec':{'nodeName':'n1'},'status':{" + status + "}}"));
    }

    private void budget(String name, String spec, String status) {
        objects.create(POLICY, BUDGETS, json("{'metadata':{'name':'" + name + "','namespace':'ns',"
                + "'generation':1},'spec':{"
                + "'selector':{'matchLabels':{'app':'a'}}" + spec + "},'status':{" + status + "}}"));
    }

    private ApiObject evict(boolean dryRun) {
        return new EvictionAction(() -> objects, CLOCK).perform(
                request("{'metadata':{'name':'p'},'deleteOptions':{'gracePeriodSeconds':0}}", Optional.empty(),
                        dryRun));
    }

    private ApiObject budget() {
        return objects.get(POLICY, BUDGETS, "ns", "b").orElseThrow();
    }

    private boolean isThere() {
        return objects.get(CORE, "pods", "ns", "p").isPresent();
    }

    @Test
    void anEvictionTakesThePodFromItsBudget() {
        pod("'app':'a'", "'phase':'Running','conditions':[{'type':'Ready','status':'True'}]");
        budget("b", "", "'observedGeneration':1,'disruptionsAllowed':1,'currentHealthy':2,'desiredHealthy':1");
        assertThat(evict(true).tree()).isEqualTo(SUCCESS);
        assertThat(isThere()).isTrue();
        assertThat(budget().at("status", "disruptionsAllowed")).isEqualTo(1L);
        assertThat(evict(false).tree()).isEqualTo(SUCCESS);
        assertThat(isThere()).isFalse();
        ApiObject budget = budget();
        assertThat(budget.at("status", "disruptionsAllowed")).isEqualTo(0L);
        assertThat(budget.at("status", "disruptedPods")).isEqualTo(Map.of("p", "2026-02-03T04:05:06Z"));
        assertThat(Conditions.find(budget.at("status"), "DisruptionAllowed").orElseThrow())
                .containsEntry("status", "False").containsEntry("reason", "InsufficientPods");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "``|429|The disruption budget b is still being processed by the server.|10",
        "'observedGeneration':1,'currentHealthy':2,'desiredHealthy':1|429|The disruption budget b does not allow "
                + "evicting"
                + " pods currently|0",
        "'observedGeneration':1,'currentHealthy':1,'desiredHealthy':1|429|The disruption budget b needs 1 "
                + "healthy pods and"
                + " has 1 currently|0",
        "'observedGeneration':1,'currentHealthy':2,'conditions':[{'type':'DisruptionAllowed','reason':'SyncFailed',"
                + "'message':'m'}]|429|The disruption budget b does not allow evicting pods currently because it failed"
                + " sync: m|0",
        "'observedGeneration':1,'disruptionsAllowed':-1|403|``|0"})
    void anEvictionIsRefusedWhenTheBudgetHasNothingLeft(String status, int code, String cause, int retry) {
        pod("'app':'a'", "'phase':'Running','conditions':[{'type':'Ready','status':'True'}]");
        budget("b", "", status);
        ApiException failed = catchThrowableOfType(ApiException.class, () -> evict(false));
        assertThat(failed.status().code()).isEqualTo(code);
        if (code == 429) {
            assertThat(failed).hasMessage("Cannot evict pod as it would violate the pod's disruption budget.");
            assertThat(failed.status().details().orElseThrow().causes()).singleElement().satisfies(one -> {
                assertThat(one.reason()).isEqualTo("DisruptionBudget");
                assertThat(one.message()).isEqualTo(cause);
            });
            assertThat(failed.status().details().orElseThrow().retryAfterSeconds()).isEqualTo(retry);
        }
        assertThat(isThere()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "'app':'a'|'phase':'Pending'|``|0|1",
        "'app':'a'|'phase':'Failed'|``|0|1",
        "'app':'z'|'phase':'Running'|``|0|1",
        "'app':'a'|'phase':'Running'|,'unhealthyPodEvictionPolicy':'AlwaysAllow'|0|1",
        "'app':'a'|'phase':'Running'|``|1|1"})
    void whatIsMissingAnywayNeedsNoBudget(String labels, String status, String policy, int healthy, int desired) {
        pod(labels, status);
        budget("b", policy, "'observedGeneration':1,'currentHealthy':" + healthy + ",'desiredHealthy':" + desired);
        evict(false);
        assertThat(isThere()).isFalse();
        assertThat(budget().at("status", "disruptedPods")).isNull();
    }

    @Test
    void anUnhealthyPodOfABudgetInNeedIsRefused() {
        pod("'app':'a'", "'phase':'Running'");
        budget("b", "", "'observedGeneration':1,'currentHealthy':0,'desiredHealthy':1");
        assertThatThrownBy(() -> evict(false)).hasMessageContaining("Cannot evict pod");
    }

    @Test
    void twoBudgetsAreTooMany() {
        pod("'app':'a'", "'phase':'Running'");
        budget("b", "", "");
        budget("c", "", "");
        assertThatThrownBy(() -> evict(false)).hasMessage("This pod has more than one PodDisruptionBudget, which the"
                + " eviction subresource does not support.");
    }

    @Test
    void aPodThatChangesMeanwhileIsPaidForOnce() {
        pod("'app':'a'", "'phase':'Running','conditions':[{'type':'Ready','status':'True'}]");
        budget("b", "", "'observedGeneration':1,'disruptionsAllowed':5,'currentHealthy':9,'desiredHealthy':1");
        var once = new AtomicBoolean();
        objects.beforeEachCall(call -> {
            if (call.resource().equals("pods/status") && once.compareAndSet(false, true)) {
                ApiObject pod = objects.others().get(CORE, "pods", "ns", "p").orElseThrow();
                pod.structAt("status").put("message", "changed");
                objects.others().update(CORE, "pods", pod);
            }
        });
        evict(false);
        assertThat(once).isTrue();
        assertThat(isThere()).isFalse();
        assertThat(budget().at("status", "disruptionsAllowed")).isEqualTo(4L);
    }

    @Test
    void anEvictionMustNameItsPodAndMeanIt() {
        pod("'app':'a'", "'phase':'Running'");
        var action = new EvictionAction(() -> objects, CLOCK);
        assertThatThrownBy(() -> action.perform(request("{'metadata':{'name':'other'}}", Optional.empty(), false)))
                .hasMessage("name in URL does not match name in Eviction object");
        assertThatThrownBy(() -> action.perform(request("{'metadata':{'name':'p'},'deleteOptions':{'preconditions':"
                + "{'uid':'other'}}}", Optional.empty(), false)))
                .hasMessageStartingWith("Operation cannot be fulfilled on Pod \"p\": the UID in the precondition"
                        + " (other) does not match the UID in record (")
                .hasMessageEndingWith("). The object might have been deleted and then recreated");
        assertThatThrownBy(() -> action.perform(request("{'metadata':{'name':'p'},'deleteOptions':{'preconditions':"
                + "{'resourceVersion':'0'}}}", Optional.empty(), false)))
                .hasMessageEndingWith("). The object might have been modified");
        action.perform(request("{'metadata':{'name':'p'},'deleteOptions':{'dryRun':['All']}}", Optional.empty(),
                false));
        assertThat(isThere()).isTrue();
    }
}
