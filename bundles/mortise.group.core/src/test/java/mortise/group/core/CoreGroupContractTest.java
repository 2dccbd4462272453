package mortise.group.core;

import mortise.spi.group.ApiGroup;
import mortise.spi.operations.ServerNames;
import mortise.tck.group.ApiGroupContract;

final class CoreGroupContractTest extends ApiGroupContract {

    @Override
    protected ApiGroup group() {
        return new CoreGroup(ServerNames.of("k8s.io", "kubernetes.io"));
    }
}
