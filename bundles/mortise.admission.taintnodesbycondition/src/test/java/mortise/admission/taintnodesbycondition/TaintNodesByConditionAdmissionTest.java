package mortise.admission.taintnodesbycondition;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.GroupResource;
import mortise.api.GroupVersionKind;
import mortise.spi.admission.AdmissionRequest;
import mortise.spi.admission.AdmissionRequest.Operation;
import mortise.spi.operations.ServerNames;
import mortise.tck.admission.AdmissionSamples;
import org.junit.jupiter.api.Test;

class TaintNodesByConditionAdmissionTest {

    private static final GroupVersionKind NODE = new GroupVersionKind("", "v1", "Node");
    private static final GroupResource NODES = new GroupResource("", "nodes");
    private static final Map<String, Object> NOT_READY =
            Map.of("key", "node.kubernetes.io/not-ready", "effect", "NoSchedule");

    private final TaintNodesByConditionAdmission plugin =
            new TaintNodesByConditionAdmission(ServerNames.of("k8s.io", "kubernetes.io"));

    static ApiObject node(Map<String, Object> fields) {
        ApiObject node = ApiObject.ofKind(NODE);
        node.metadata().setName("n");
        node.tree().putAll(fields);
        return node;
    }

    static AdmissionRequest creation(ApiObject node) {
        return AdmissionSamples.request(Operation.CREATE, NODE, NODES, "n", Optional.of(node), Optional.empty());
    }

    private Object taints(List<Map<String, Object>> present) {
        ApiObject node = node(Map.of("spec", new LinkedHashMap<>(Map.of("taints", new ArrayList<>(present)))));
        plugin.admit(creation(node));
        return node.at("spec", "taints");
    }

    @Test
    void aNewNodeIsNotReady() {
        ApiObject node = node(Map.of());
        plugin.admit(creation(node));
        assertThat(node.at("spec", "taints")).isEqualTo(List.of(NOT_READY));
    }

    @Test
    void otherTaintsStayAndTheSameIsNotAddedAgain() {
        Map<String, Object> other = Map.of("key", "node.kubernetes.io/not-ready", "effect", "NoExecute");
        assertThat(taints(List.of(other))).isEqualTo(List.of(other, NOT_READY));
        assertThat(taints(List.of(NOT_READY, other))).isEqualTo(List.of(NOT_READY, other));
    }

    @Test
    void anUpdateMayTakeTheTaintAway() {
        ApiObject node = node(Map.of());
        plugin.admit(AdmissionSamples.request(
                Operation.UPDATE, NODE, NODES, "n", Optional.of(node), Optional.of(node.deepCopy())));
        assertThat(node.at("spec", "taints")).isNull();
    }
}
