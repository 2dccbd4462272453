package mortise.admission.noderestriction;

import java.util.List;
import java.util.Map;
import mortise.core.late.LateService;
import mortise.spi.admission.AdmissionProperties;
import mortise.spi.admission.AdmissionRequest;
import mortise.spi.admission.ValidatingAdmission;
import mortise.tck.admission.ValidatingAdmissionContract;

class NodeRestrictionAdmissionContractTest extends ValidatingAdmissionContract {

    @Override
    protected ValidatingAdmission plugin() {
        return new NodeRestrictionAdmission(
                Nodes.NAMES, LateService.given(Nodes::access), LateService.given(() -> null));
    }

    @Override
    protected List<AdmissionRequest> requests() {
        return List.of(Nodes.create("", "nodes", "", "", Nodes.named("n1", Map.of())),
                Nodes.create("", "nodes", "", "", Nodes.named("n2", Map.of())),
                Nodes.create("", "pods", "", "", Nodes.named("p", Map.of("nodeName", "n1"))),
                Nodes.create("", "pods", "", "", Map.of("spec", "a text")),
                Nodes.create("", "pods", "eviction", "absent", Map.of()),
                Nodes.create("", "serviceaccounts", "token", "default", Map.of("spec", List.of())),
                Nodes.delete("", "pods", "p", Map.of()));
    }

    @Override
    protected Map<String, Object> properties() {
        return Map.of(AdmissionProperties.NAME, "NodeRestriction");
    }
}
