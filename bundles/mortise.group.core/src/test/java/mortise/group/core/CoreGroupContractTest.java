package mortise.group.core;

import mortise.spi.group.ApiGroup;
import mortise.spi.operations.ServerNames;
import mortise.tck.group.ApiGroupContract;

final class CoreGroupContractTest extends ApiGroupContract {

    @Override
    protected ApiGroup group() {
        return new CoreGroup(new ServerNames() {
            @Override
            public String apiDomain() {
                return "k8s.io";
            }

            @Override
            public String labelDomain() {
                return "kubernetes.io";
            }
        });
    }
}
