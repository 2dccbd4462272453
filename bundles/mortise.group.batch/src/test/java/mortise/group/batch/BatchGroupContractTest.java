package mortise.group.batch;

import mortise.spi.group.ApiGroup;
import mortise.spi.operations.ServerNames;
import mortise.tck.group.ApiGroupContract;

final class BatchGroupContractTest extends ApiGroupContract {

    @Override
    protected ApiGroup group() {
        return new BatchGroup(ServerNames.of("k8s.io", "kubernetes.io"));
    }
}
