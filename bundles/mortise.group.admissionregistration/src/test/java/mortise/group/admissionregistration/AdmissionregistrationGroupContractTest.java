package mortise.group.admissionregistration;

import mortise.spi.group.ApiGroup;
import mortise.spi.operations.ServerNames;
import mortise.tck.group.ApiGroupContract;

final class AdmissionregistrationGroupContractTest extends ApiGroupContract {

    @Override
    protected ApiGroup group() {
        return new AdmissionregistrationGroup(ServerNames.of("k8s.io", "kubernetes.io"));
    }
}
