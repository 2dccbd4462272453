package mortise.group.rbac;

import mortise.spi.group.ApiGroup;
import mortise.spi.operations.ServerNames;
import mortise.tck.group.ApiGroupContract;

final class RbacGroupContractTest extends ApiGroupContract {

    @Override
    protected ApiGroup group() {
        return new RbacGroup(ServerNames.of("k8s.io", "kubernetes.io"), () -> null, () -> null);
    }
}
