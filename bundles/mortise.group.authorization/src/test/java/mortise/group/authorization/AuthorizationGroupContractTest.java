package mortise.group.authorization;

import mortise.spi.group.ApiGroup;
import mortise.spi.operations.ServerNames;
import mortise.tck.group.ApiGroupContract;

final class AuthorizationGroupContractTest extends ApiGroupContract {

    @Override
    protected ApiGroup group() {
        var names = ServerNames.of("k8s.io", "kubernetes.io");
        return new AuthorizationGroup(names, AskedChain::new);
    }
}
