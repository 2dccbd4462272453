package mortise.group.resource;

import mortise.spi.group.ApiGroup;
import mortise.spi.operations.ServerNames;
import mortise.tck.group.ApiGroupContract;

final class ResourceGroupContractTest extends ApiGroupContract {

    @Override
    protected ApiGroup group() {
        return new ResourceGroup(ServerNames.of("k8s.io", "kubernetes.io"));
    }
}
