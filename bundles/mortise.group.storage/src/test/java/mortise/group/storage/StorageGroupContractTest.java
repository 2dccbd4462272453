package mortise.group.storage;

import mortise.spi.group.ApiGroup;
import mortise.spi.operations.ServerNames;
import mortise.tck.group.ApiGroupContract;

final class StorageGroupContractTest extends ApiGroupContract {

    @Override
    protected ApiGroup group() {
        return new StorageGroup(ServerNames.of("k8s.io", "kubernetes.io"));
    }
}
