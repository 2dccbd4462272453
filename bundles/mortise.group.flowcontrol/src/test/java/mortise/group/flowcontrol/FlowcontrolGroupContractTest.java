package mortise.group.flowcontrol;

import mortise.spi.group.ApiGroup;
import mortise.spi.operations.ServerNames;
import mortise.tck.group.ApiGroupContract;

final class FlowcontrolGroupContractTest extends ApiGroupContract {

    @Override
    protected ApiGroup group() {
        return new FlowcontrolGroup(ServerNames.of("k8s.io", "kubernetes.io"));
    }
}
