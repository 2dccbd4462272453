package mortise.group.batch;

import mortise.spi.group.ApiGroup;
import mortise.spi.operations.ServerNames;
import mortise.tck.group.GroupWrites;

/** What is refused and filled in; the cases are in {@code writes.json}. */
final class BatchGroupWritesTest extends GroupWrites {

    @Override
    protected ApiGroup group() {
        return new BatchGroup(ServerNames.of("k8s.io", "kubernetes.io"));
    }
}
