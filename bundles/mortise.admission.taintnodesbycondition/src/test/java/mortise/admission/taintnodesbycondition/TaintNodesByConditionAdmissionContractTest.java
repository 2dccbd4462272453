package mortise.admission.taintnodesbycondition;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mortise.spi.admission.AdmissionRequest;
import mortise.spi.admission.MutatingAdmission;
import mortise.spi.operations.ServerNames;
import mortise.tck.admission.MutatingAdmissionContract;

class TaintNodesByConditionAdmissionContractTest extends MutatingAdmissionContract {

    @Override
    protected MutatingAdmission plugin() {
        return new TaintNodesByConditionAdmission(ServerNames.of("k8s.io", "kubernetes.io"));
    }

    @Override
    protected List<AdmissionRequest> requests() {
        return List.of(
                TaintNodesByConditionAdmissionTest.creation(TaintNodesByConditionAdmissionTest.node(Map.of())),
                TaintNodesByConditionAdmissionTest.creation(TaintNodesByConditionAdmissionTest.node(
                        Map.of("spec", new LinkedHashMap<>(Map.of("taints", "a text"))))),
                TaintNodesByConditionAdmissionTest.creation(
                        TaintNodesByConditionAdmissionTest.node(Map.of("spec", "a text"))));
    }
}
