package mortise.group.scheduling;

import mortise.spi.group.ApiGroup;
import mortise.spi.operations.ServerNames;
import mortise.tck.group.ApiGroupContract;

final class SchedulingGroupContractTest extends ApiGroupContract {

    @Override
    protected ApiGroup group() {
        return new SchedulingGroup(ServerNames.of("k8s.io", "kubernetes.io"));
    }
}
