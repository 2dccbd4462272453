package mortise.admission.priority;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import mortise.spi.admission.AdmissionRequest;
import mortise.spi.admission.AdmissionRequest.Operation;
import mortise.spi.admission.MutatingAdmission;
import mortise.tck.admission.MutatingAdmissionContract;

class PriorityMutatingContractTest extends MutatingAdmissionContract {

    @Override
    protected MutatingAdmission plugin() {
        var objects = Samples.server();
        Samples.store(objects, Samples.priorityClass("high", 1000, Map.of("globalDefault", true)));
        return new PriorityAdmission(Samples.NAMES, objects);
    }

    @Override
    protected List<AdmissionRequest> requests() {
        return List.of(
                Samples.ofPod(Operation.CREATE, Samples.pod(Map.of("priorityClassName", "absent")), Optional.empty()),
                Samples.ofPod(Operation.CREATE, Samples.pod(Map.of("priority", 5L)), Optional.empty()),
                Samples.ofPod(Operation.UPDATE, Samples.pod(Map.of()),
                        Optional.of(Samples.pod(Map.of("priority", 5L)))));
    }
}
