package mortise.group.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class NodeAndControllerTest {

    private static final String TEMPLATE =
            "'template':{'metadata':{'labels':{'a':'b'}},'spec':{'containers':[{'name':'c','image':'i:1'}]}}";

    private final Requests requests = new Requests();

    private ApiObject create(String plural, String kind, String rest) {
        return requests.create(plural, ("{'apiVersion':'v1','kind':'" + kind + "','metadata':{'name':'x'},"
                + rest + "}").replace('\'', '"'));
    }

    private void refuses(String plural, String kind, String rest, String message) {
        assertThatThrownBy(() -> create(plural, kind, rest)).isInstanceOf(ApiException.class)
                .hasMessage(kind + " \"x\" is invalid: " + message);
    }

    @Test
    void aNodeHasItsNetworkTwiceAndKeepsItsStatus() {
        ApiObject node = create("nodes", "Node", "'spec':{'podCIDR':'10.77.0.0/24','configSource':{'configMap':{"
                + "'name':'a','namespace':'b','kubeletConfigKey':'c'}}},'status':{'capacity':{'cpu':'4'}}");
        assertThat(node.at("spec")).isEqualTo(Map.of("podCIDR", "10.77.0.0/24", "podCIDRs", List.of("10.77.0.0/24")));
        assertThat(node.at("status", "allocatable")).isEqualTo(Map.of("cpu", "4"));
        assertThat(node.textAt("status", "nodeInfo", "osImage")).isEmpty();
        assertThat(node.at("status", "daemonEndpoints", "kubeletEndpoint", "Port")).isEqualTo(0L);
    }

    @Test
    void aNodesPlaceIsWrittenOnce() {
        ApiObject node = create("nodes", "Node", "'spec':{}");
        ApiObject placed = requests.update("nodes", node, sent -> {
            sent.structAt("spec").put("podCIDR", "10.0.1.0/24");
            sent.structAt("spec").put("providerID", "cloud://1");
        });
        assertThatThrownBy(() -> requests.update("nodes", placed, sent -> {
            sent.structAt("spec").put("podCIDR", "10.0.2.0/24");
            sent.structAt("spec").remove("providerID");
        })).hasMessage("Node \"x\" is invalid: [spec.podCIDRs: Forbidden: node updates may not change podCIDR "
                + "except from"
                + " \"\" to valid, spec.providerID: Forbidden: node updates may not change providerID except "
                + "from \"\" to"
                + " valid]");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "'taints':[{'key':'k','effect':'NoSchedule'},{'key':'k','value':'v','effect':'NoSchedule'}]|spec.taints[1]:"
                + " Duplicate value: {\"Key\":\"k\",\"Value\":\"v\",\"Effect\":\"NoSchedule\","
                + "\"TimeAdded\":null}: taints must"
                + " be unique by key and effect pair",
        "'taints':[{'key':'k','effect':'No'}]|spec.taints[0].effect: Unsupported value: \"No\": supported values:"
                + " \"NoSchedule\", \"PreferNoSchedule\", \"NoExecute\"",
        "'podCIDRs':['10.0.0.0/24','10.0.1.0/24']|spec.podCIDRs: Invalid value: [\"10.0.0.0/24\",\"10.0.1.0/24\"]: may"
                + " specify no more than one CIDR for each IP family"})
    void aNodeIsRefused(String spec, String message) {
        refuses("nodes", "Node", "'spec':{" + spec + "}", message);
    }

    @Test
    void writingTheStatusOfANodeLeavesItsSpec() {
        ApiObject node = create("nodes", "Node", "'spec':{'unschedulable':true}");
        ApiObject written = requests.part("nodes", node, "status", sent -> {
            sent.structAt("spec").remove("unschedulable");
            sent.structAt("status").put("phase", "Running");
        });
        assertThat(written.at("spec", "unschedulable")).isEqualTo(true);
        assertThat(written.textAt("status", "phase")).isEqualTo("Running");
    }

    @Test
    void thePhaseOfANamespaceFollowsFromItsDeletion() {
        ApiObject namespace = create("namespaces", "Namespace", "'spec':{}");
        assertThat(namespace.at("status")).isEqualTo(Map.of("phase", "Active"));
        assertThatThrownBy(() -> requests.part("namespaces", namespace, "status",
                sent -> sent.structAt("status").put("phase", "Terminating")))
                .hasMessage("Namespace \"x\" is invalid: status.Phase: Invalid value: \"Terminating\": may only "
                        + "be 'Active'"
                        + " if `deletionTimestamp` is empty");
        namespace.metadata().setDeletionTimestamp("2026-01-01T00:00:00Z");
        assertThatThrownBy(() -> requests.part("namespaces", namespace, "status", sent -> { }))
                .hasMessageContaining("may only be 'Terminating' if `deletionTimestamp` is not empty");
        assertThatThrownBy(() -> requests.part("namespaces", namespace, "finalize",
                sent -> sent.structAt("spec").put("finalizers", new ArrayList<>(List.of("kubernetes", "bad")))))
                .hasMessageContaining("spec.finalizers[1]: Invalid value: \"bad\": name is neither a standard finalizer"
                        + " name nor is it fully qualified");
    }

    @Test
    void aReplicationControllerTakesLabelsAndSelectorFromItsTemplate() {
        ApiObject controller = create("replicationcontrollers", "ReplicationController", "'spec':{" + TEMPLATE + "}");
        assertThat(controller.at("spec", "selector")).isEqualTo(Map.of("a", "b"));
        assertThat(controller.metadata().labels()).isEqualTo(Map.of("a", "b"));
        assertThat(controller.at("spec", "replicas")).isEqualTo(1L);
        assertThat(controller.at("spec", "template", "spec", "restartPolicy")).isEqualTo("Always");
        assertThat(controller.at("spec", "template", "spec", "enableServiceLinks")).as("of pods only").isNull();
        assertThatThrownBy(() -> requests.part("replicationcontrollers", controller, "status",
                sent -> sent.structAt("status").put("readyReplicas", 2L)))
                .hasMessageContaining("status.readyReplicas: Invalid value: 2: cannot be greater than status.replicas");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "'selector':{'a':'c'}," + TEMPLATE + "|spec.template.metadata.labels: Invalid value: {\"a\":\"b\"}: "
                + "`selector` does"
                + " not match template `labels`",
        "'replicas':-1," + TEMPLATE + "|spec.replicas: Invalid value: -1: must be greater than or equal to 0",
        "``|[spec.selector: Required value, spec.template: Required value]"})
    void aReplicationControllerIsRefused(String spec, String message) {
        refuses("replicationcontrollers", "ReplicationController", "'spec':{" + spec + "}", message);
    }

    @Test
    void aTemplateIsOneOfPodsThatStart() {
        ApiObject template = create("podtemplates", "PodTemplate", TEMPLATE);
        assertThat(template.at("template", "spec", "dnsPolicy")).isEqualTo("ClusterFirst");
        refuses("podtemplates", "PodTemplate", "'template':{'spec':{}}",
                "template.spec.containers: Required value");
    }
}
