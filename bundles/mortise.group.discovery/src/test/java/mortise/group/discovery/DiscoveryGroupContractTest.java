package mortise.group.discovery;

import mortise.spi.group.ApiGroup;
import mortise.spi.operations.ServerNames;
import mortise.tck.group.ApiGroupContract;

final class DiscoveryGroupContractTest extends ApiGroupContract {

    @Override
    protected ApiGroup group() {
        return new DiscoveryGroup(ServerNames.of("k8s.io", "kubernetes.io"));
    }
}
