package mortise.group.apiserverinternal;

import mortise.spi.group.ApiGroup;
import mortise.spi.operations.ServerNames;
import mortise.tck.group.ApiGroupContract;

final class ApiServerInternalGroupContractTest extends ApiGroupContract {

    @Override
    protected ApiGroup group() {
        return new ApiServerInternalGroup(ServerNames.of("k8s.io", "kubernetes.io"));
    }
}
