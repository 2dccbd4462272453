package mortise.admission.namespacelifecycle;

import java.util.List;
import java.util.Map;
import mortise.core.late.LateService;
import mortise.spi.admission.AdmissionProperties;
import mortise.spi.admission.AdmissionRequest;
import mortise.spi.admission.AdmissionRequest.Operation;
import mortise.spi.admission.MutatingAdmission;
import mortise.tck.admission.MutatingAdmissionContract;
import mortise.tck.controller.FakeObjectAccess;

class NamespaceLifecycleAdmissionContractTest extends MutatingAdmissionContract {

    @Override
    protected MutatingAdmission plugin() {
        FakeObjectAccess server = Samples.server();
        Samples.create(server, "here");
        Samples.createLeaving(server, "leaving");
        return new NamespaceLifecycleAdmission(LateService.given(() -> server));
    }

    @Override
    protected Map<String, Object> properties() {
        return Map.of(AdmissionProperties.NAME, "NamespaceLifecycle",
                AdmissionProperties.OPERATIONS, new String[] {"CREATE", "UPDATE", "DELETE"});
    }

    @Override
    protected List<AdmissionRequest> requests() {
        return List.of(
                Samples.write(Operation.CREATE, "configmaps", "here", "a"),
                Samples.write(Operation.CREATE, "configmaps", "leaving", "a"),
                Samples.write(Operation.UPDATE, "configmaps", "absent", "a"),
                Samples.write(Operation.DELETE, "namespaces", "", "default"));
    }
}
