package mortise.group.apiserverinternal;

import mortise.spi.group.ApiGroup;
import mortise.spi.operations.ServerNames;
import mortise.tck.group.GroupWrites;

/** What is refused and filled in; the cases are in {@code writes.json}. */
final class ApiServerInternalGroupWritesTest extends GroupWrites {

    @Override
    protected ApiGroup group() {
        return new ApiServerInternalGroup(ServerNames.of("k8s.io", "kubernetes.io"));
    }
}
