package mortise.group.events;

import mortise.spi.group.ApiGroup;
import mortise.spi.operations.ServerNames;
import mortise.tck.group.ApiGroupContract;

final class EventsGroupContractTest extends ApiGroupContract {

    @Override
    protected ApiGroup group() {
        return new EventsGroup(ServerNames.of("k8s.io", "kubernetes.io"));
    }
}
