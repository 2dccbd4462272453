package mortise.admission.defaulttolerationseconds;

import java.util.List;
import java.util.Map;
import mortise.spi.admission.AdmissionRequest;
import mortise.spi.admission.MutatingAdmission;
import mortise.spi.operations.ServerNames;
import mortise.tck.admission.MutatingAdmissionContract;

class DefaultTolerationSecondsAdmissionContractTest extends MutatingAdmissionContract {

    @Override
    protected MutatingAdmission plugin() {
        return new DefaultTolerationSecondsAdmission(ServerNames.of("k8s.io", "kubernetes.io"), 300, 300);
    }

    @Override
    protected List<AdmissionRequest> requests() {
        return List.of(
                Pods.creation(Pods.pod(List.of(Map.of("key", "other")))),
                Pods.update(Pods.pod(List.of(Map.of("operator", "Exists")))));
    }
}
