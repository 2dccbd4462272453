package mortise.group.networking;

import mortise.spi.group.ApiGroup;
import mortise.spi.operations.ServerNames;
import mortise.tck.group.ApiGroupContract;

final class NetworkingGroupContractTest extends ApiGroupContract {

    @Override
    protected ApiGroup group() {
        return new NetworkingGroup(ServerNames.of("k8s.io", "kubernetes.io"));
    }
}
