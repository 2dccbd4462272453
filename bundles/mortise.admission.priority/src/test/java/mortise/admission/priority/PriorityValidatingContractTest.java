package mortise.admission.priority;

import java.util.List;
import java.util.Map;
import mortise.spi.admission.AdmissionRequest;
import mortise.spi.admission.AdmissionRequest.Operation;
import mortise.spi.admission.ValidatingAdmission;
import mortise.tck.admission.ValidatingAdmissionContract;

class PriorityValidatingContractTest extends ValidatingAdmissionContract {

    @Override
    protected ValidatingAdmission plugin() {
        var objects = Samples.server();
        Samples.store(objects, Samples.priorityClass("high", 1000, Map.of("globalDefault", true)));
        return new PriorityAdmission(Samples.NAMES, objects);
    }

    @Override
    protected List<AdmissionRequest> requests() {
        return List.of(
                Samples.ofClass(Operation.CREATE, Samples.priorityClass("other", 1, Map.of("globalDefault", true))),
                Samples.deletion("system-node-critical"));
    }
}
