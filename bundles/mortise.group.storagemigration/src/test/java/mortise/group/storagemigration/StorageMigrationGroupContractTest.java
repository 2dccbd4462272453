package mortise.group.storagemigration;

import mortise.spi.group.ApiGroup;
import mortise.spi.operations.ServerNames;
import mortise.tck.group.ApiGroupContract;

final class StorageMigrationGroupContractTest extends ApiGroupContract {

    @Override
    protected ApiGroup group() {
        return new StorageMigrationGroup(ServerNames.of("k8s.io", "kubernetes.io"));
    }
}
