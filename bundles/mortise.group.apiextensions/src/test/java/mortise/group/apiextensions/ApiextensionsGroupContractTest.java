package mortise.group.apiextensions;

import mortise.spi.group.ApiGroup;
import mortise.spi.operations.ServerNames;
import mortise.tck.group.ApiGroupContract;

final class ApiextensionsGroupContractTest extends ApiGroupContract {

    @Override
    protected ApiGroup group() {
        return new ApiextensionsGroup(ServerNames.of("k8s.io", "kubernetes.io"));
    }
}
