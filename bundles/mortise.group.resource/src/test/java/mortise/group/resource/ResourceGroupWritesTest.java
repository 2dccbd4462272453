package mortise.group.resource;

import mortise.spi.group.ApiGroup;
import mortise.spi.operations.ServerNames;
import mortise.tck.group.GroupWrites;

/** What is refused and filled in; the cases are in {@code writes.json}. */
final class ResourceGroupWritesTest extends GroupWrites {

    @Override
    protected ApiGroup group() {
        return new ResourceGroup(ServerNames.of("k8s.io", "kubernetes.io"));
    }
}
