package mortise.group.apiregistration;

import mortise.spi.group.ApiGroup;
import mortise.spi.operations.ServerNames;
import mortise.tck.group.ApiGroupContract;

final class ApiregistrationGroupContractTest extends ApiGroupContract {

    @Override
    protected ApiGroup group() {
        return new ApiregistrationGroup(ServerNames.of("k8s.io", "kubernetes.io"));
    }
}
