package mortise.group.node;

import mortise.spi.group.ApiGroup;
import mortise.spi.operations.ServerNames;
import mortise.tck.group.ApiGroupContract;

final class NodeGroupContractTest extends ApiGroupContract {

    @Override
    protected ApiGroup group() {
        return new NodeGroup(ServerNames.of("k8s.io", "kubernetes.io"));
    }
}
