package mortise.group.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import mortise.api.ApiObject;
import mortise.spi.group.Elapsed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PodCellsTest {

    private static Object cell(String name, String json) {
        return PodCells.of().get(name).apply(Requests.json(json.replace('\'', '"')));
    }

    private static String twoContainers(String first, String second, String more) {
        return "{'spec':{'containers':[{'name':'a'},{'name':'b'}]},'status':{'phase':'Running','containerStatuses':["
                + "{'name':'a'," + first + "},{'name':'b'," + second + "}]" + more + "}}";
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "'ready':true,'state':{'running':{}}|'ready':true,'state':{'running':{}}|2/2|Running",
        "'ready':true,'state':{'running':{}}|'state':{'waiting':{'reason':'CrashLoopBackOff'}}|1/2|CrashLoopBackOff",
        "'state':{'waiting':{'reason':'ErrImagePull'}}|'state':{'terminated':{'exitCode':1}}|0/2|ErrImagePull",
        "'state':{'terminated':{'exitCode':3}}|'state':{'running':{}}|0/2|ExitCode:3",
        "'state':{'terminated':{'exitCode':3,'signal':9}}|'state':{'running':{}}|0/2|Signal:9",
        "'state':{'terminated':{'reason':'Completed'}}|'ready':true,'state':{'running':{}}|1/2|NotReady",
        "'state':{'terminated':{'reason':'Completed'}}|'state':{'terminated':{'reason':'Error',"
                + "'exitCode':1}}|0/2|Error",
        "'state':{'terminated':{'reason':'Completed'}}|'state':{'terminated':{'reason':'Completed'}}|0/2|Completed"})
    void theStatusSaysWhatKeepsThePodFromRunning(String first, String second, String ready, String status) {
        String pod = twoContainers(first, second, "");
        assertThat(cell("Ready", pod)).isEqualTo(ready);
        assertThat(cell("Status", pod)).isEqualTo(status);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "'state':{'running':{}}|Init:0/1",
        "'state':{'waiting':{'reason':'PodInitializing'}}|Init:0/1",
        "'state':{'waiting':{'reason':'ErrImagePull'}}|Init:ErrImagePull",
        "'state':{'terminated':{'exitCode':2}}|Init:ExitCode:2",
        "'state':{'terminated':{'exitCode':2,'signal':15}}|Init:Signal:15",
        "'state':{'terminated':{'exitCode':2,'reason':'Error'}}|Init:Error",
        "'state':{'terminated':{'exitCode':0}}|Pending"})
    void initContainersComeFirst(String state, String status) {
        assertThat(cell("Status", "{'spec':{'initContainers':[{'name':'i'}],'containers':[{'name':'a'}]},'status':"
                + "{'phase':'Pending','initContainerStatuses':[{'name':'i'," + state + "}]}}")).isEqualTo(status);
    }

    @Test
    void sidecarsCountAsContainers() {
        String pod = "{'spec':{'initContainers':[{'name':'i','restartPolicy':'Always'}],'containers':[{'name':'a'}]},"
                + "'status':{'phase':'Running','initContainerStatuses':[{'name':'i','started':true,'ready':true,"
                + "'restartCount':2,'state':{'running':{}}}],'containerStatuses':[{'name':'a','restartCount':1}]}}";
        assertThat(cell("Ready", pod)).isEqualTo("1/2");
        assertThat(cell("Restarts", pod)).isEqualTo("3");
    }

    @Test
    void restartsSayWhenTheLastOneWas() {
        assertThat(cell("Restarts", twoContainers(
                "'restartCount':1,'lastState':{'terminated':{'finishedAt':'2026-01-01T00:00:00Z'}}",
                "'restartCount':4,'lastState':{'terminated':{'finishedAt':'2026-01-01T00:01:00Z'}}", "")))
                .isEqualTo(new Elapsed("5 (", Instant.parse("2026-01-01T00:01:00Z"), " ago)"));
        assertThat(cell("Restarts", twoContainers("'restartCount':0", "'restartCount':0", ""))).isEqualTo("0");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "{'status':{'phase':'Failed','reason':'Evicted'}}|Evicted",
        "{'status':{'phase':'Pending','conditions':[{'type':'PodScheduled',"
                + "'reason':'SchedulingGated'}]}}|SchedulingGated",
        "{'metadata':{'deletionTimestamp':'2026-01-01T00:00:00Z'},'status':{'phase':'Running'}}|Terminating",
        "{'metadata':{'deletionTimestamp':'2026-01-01T00:00:00Z'},'status':{'phase':'Failed'}}|Failed",
        "{'metadata':{'deletionTimestamp':'x'},'status':{'phase':'Running','reason':'NodeLost'}}|Unknown"})
    void whatConcernsTheWholePodIsShownToo(String pod, String status) {
        assertThat(cell("Status", pod)).isEqualTo(status);
    }

    @Test
    void openReadinessGatesAreCounted() {
        assertThat(cell("Readiness Gates", "{'spec':{'readinessGates':[{'conditionType':'x'},{'conditionType':'y'}]},"
                + "'status':{'conditions':[{'type':'x','status':'True'},{'type':'y','status':'False'}]}}"))
                .isEqualTo("1/2");
        assertThat(cell("Readiness Gates", "{'spec':{}}")).isEqualTo("<none>");
    }

    @Test
    void rolesOfANodeAreSorted() {
        ApiObject node = Requests.json("{\"metadata\":{\"labels\":{\"node-role.kubernetes.io/worker\":\"\","
                + "\"node-role.kubernetes.io/\":\"\",\"kubernetes.io/role\":\"edge\","
                + "\"kubernetes.io/os\":\"linux\"}}}");
        assertThat(NodeCells.of("kubernetes.io").get("Roles").apply(node)).isEqualTo("edge,worker");
        assertThat(NodeCells.of("example.org").get("Roles").apply(node)).isEqualTo("<none>");
    }
}
