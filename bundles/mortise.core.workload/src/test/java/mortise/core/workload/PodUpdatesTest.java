package mortise.core.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.core.schema.FieldView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PodUpdatesTest {

    private static List<String> wrong(ApiObject old, ApiObject now, BiConsumer<FieldView, FieldView> check) {
        var errors = new ArrayList<FieldError>();
        check.accept(FieldView.root(now, errors), FieldView.root(old, new ArrayList<>()));
        return TestPods.texts(errors);
    }

    private static List<String> changed(String old, String now) {
        return wrong(TestPods.pod(old), TestPods.pod(now), PodUpdates::validate);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "{} | {}",
        "{} | {'containers':[{'name':'c','image':'i:2'}]}",
        "{} | {'activeDeadlineSeconds':5}",
        "{'activeDeadlineSeconds':5} | {'activeDeadlineSeconds':4}",
        "{'tolerations':[{'key':'a'}]} | {'tolerations':[{'key':'b'},{'key':'a'}]}",
        "{'tolerations':[{'key':'a','effect':'NoExecute'}]} |"
            + " {'tolerations':[{'key':'a','effect':'NoExecute','tolerationSeconds':3}]}",
        "{'terminationGracePeriodSeconds':-1} | {'terminationGracePeriodSeconds':1}",
        "{'schedulingGates':[{'name':'a'},{'name':'b'}]} | {'schedulingGates':[{'name':'b'}]}",
        "{'schedulingGates':[{'name':'a'}]} | {'nodeSelector':{'a':'b'}}"
    })
    void someFieldsMayChange(String old, String now) {
        assertThat(changed(old, now)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "{} | {'containers':[{'name':'c','image':'i:1'},{'name':'d','image':'i'}]} | spec.containers: Forbidden: pod"
            + " updates may not add or remove containers",
        "{'activeDeadlineSeconds':5} | {'activeDeadlineSeconds':6} | spec.activeDeadlineSeconds: Invalid value: 6: must"
            + " be less than or equal to previous value",
        "{'activeDeadlineSeconds':5} | {} | spec.activeDeadlineSeconds: Invalid value: null: must not update from a"
            + " positive integer to nil value",
        "{'tolerations':[{'key':'a'}]} | {} | spec.tolerations: Forbidden: existing toleration can not be modified"
            + " except its tolerationSeconds",
        "{} | {'schedulingGates':[{'name':'a'}]} | spec.schedulingGates[0].name: Forbidden: only deletion is allowed,"
            + " but found new scheduling gate 'a'",
        "{'schedulingGates':[{'name':'a'}],'nodeSelector':{'a':'b'}} | {'nodeSelector':{'a':'c'}} | spec.nodeSelector:"
            + " Invalid value: {\"a\":\"c\"}: only additions to spec.nodeSelector are allowed (no mutations or"
            + " deletions)"
    })
    void otherChangesAreRefused(String old, String now, String wrong) {
        assertThat(changed(old, now)).containsExactly(wrong);
    }

    @Test
    void unlistedChangesAreShownAsADifference() {
        assertThat(changed("{'terminationGracePeriodSeconds':30}", "{'terminationGracePeriodSeconds':1}"))
                .singleElement().asString()
                .startsWith("spec: Forbidden: pod updates may not change fields other than `spec.containers[*].image`,")
                .contains("- \"TerminationGracePeriodSeconds\": 30,\n+ \"TerminationGracePeriodSeconds\": 1,\n");
    }

    @Test
    void ephemeralContainersStay() {
        ApiObject old = TestPods.pod("{'ephemeralContainers':[{'name':'a','image':'i'},{'name':'b','image':'i'}]}");
        ApiObject now = TestPods.pod("{'ephemeralContainers':[{'name':'a','image':'j'},{'name':'x','image':'i'}]}");
        List<String> wrong = wrong(old, now, PodUpdates::validateEphemeralContainers);
        assertThat(wrong).hasSize(2);
        assertThat(wrong.get(0)).startsWith("spec.ephemeralContainers: Forbidden: existing ephemeral containers \"a\""
                + " may not be changed\n@@ ").contains("- \"Image\": \"i\",\n+ \"Image\": \"j\",\n");
        assertThat(wrong.get(1)).isEqualTo("spec.ephemeralContainers: Forbidden: existing ephemeral containers \"b\""
                + " may not be removed\n");
        old.metadata().tree().put("annotations", Json.struct("{'kubernetes.io/config.mirror':'x'}"));
        assertThat(wrong(old, now, PodUpdates::validateEphemeralContainers))
                .containsExactly("[]: Forbidden: static pods do not support ephemeral containers");
    }

    private static ApiObject withResources(String resources) {
        return TestPods.pod("{'containers':[{'name':'c','image':'i','resources':" + resources + "}]}");
    }

    @Test
    void resizingChangesProcessorsAndMemoryOnly() {
        ApiObject old = withResources("{'requests':{'cpu':'1'},'limits':{'cpu':'2'}}");
        assertThat(wrong(old, withResources("{'requests':{'cpu':'1500m'},'limits':{'cpu':'2'}}"),
                PodUpdates::validateResize)).isEmpty();
        assertThat(wrong(old, withResources("{'requests':{'cpu':'1'}}"), PodUpdates::validateResize))
                .contains("spec.containers[0].resources.limits: Forbidden: resource limits cannot be removed");
        assertThat(wrong(old, withResources("{'requests':{'cpu':'1','ephemeral-storage':'1'},'limits':{'cpu':'2'}}"),
                PodUpdates::validateResize))
                .containsExactly("spec: Forbidden: only cpu and memory resources are mutable");
        assertThat(wrong(old, withResources("{'requests':{'cpu':'2','memory':'1'},'limits':{'cpu':'2','memory':'1'}}"),
                PodUpdates::validateResize)).containsExactly(
                        "spec: Invalid value: \"\": Pod QOS Class may not change as a result of resizing");
    }

    @Test
    void terminatedContainersStayTerminated() {
        ApiObject old = TestPods.pod("{'restartPolicy':'Never'}");
        old.tree().put("status", Json.struct("{'qosClass':'BestEffort','containerStatuses':[{'name':'c','state':"
                + "{'terminated':{'exitCode':1}}}]}"));
        ApiObject now = old.deepCopy();
        now.tree().put("status", Json.struct("{'qosClass':'Burstable','containerStatuses':[{'name':'c','state':"
                + "{'running':{}}}],'podIPs':[{'ip':'1.1.1.1'},{'ip':'1.1.1.2'}]}"));
        now.structAt("spec").put("nodeName", "n");
        assertThat(wrong(old, now, PodStatuses::validate)).containsExactly(
                "status.nodeName: Forbidden: may not be changed directly",
                "status.qosClass: Invalid value: \"Burstable\": field is immutable",
                "status.containerStatuses[0].state: Forbidden: may not be transitioned to non-terminated state",
                "status.podIPs: Invalid value: [{\"ip\":\"1.1.1.1\"},{\"ip\":\"1.1.1.2\"}]: may specify no more than"
                + " one IP for each IP family");
    }
}
