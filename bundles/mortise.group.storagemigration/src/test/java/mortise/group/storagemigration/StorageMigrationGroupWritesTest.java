package mortise.group.storagemigration;

import mortise.spi.group.ApiGroup;
import mortise.spi.operations.ServerNames;
import mortise.tck.group.GroupWrites;

/** What is refused and filled in; the cases are in {@code writes.json}. */
final class StorageMigrationGroupWritesTest extends GroupWrites {

    @Override
    protected ApiGroup group() {
        return new StorageMigrationGroup(ServerNames.of("k8s.io", "kubernetes.io"));
    }
}
