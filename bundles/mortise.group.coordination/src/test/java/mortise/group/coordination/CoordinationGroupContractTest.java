package mortise.group.coordination;

import mortise.spi.group.ApiGroup;
import mortise.spi.operations.ServerNames;
import mortise.tck.group.ApiGroupContract;

final class CoordinationGroupContractTest extends ApiGroupContract {

    @Override
    protected ApiGroup group() {
        return new CoordinationGroup(ServerNames.of("k8s.io", "kubernetes.io"));
    }
}
