package mortise.group.discovery;

import mortise.spi.group.ApiGroup;
import mortise.spi.operations.ServerNames;
import mortise.tck.group.GroupWrites;

/** What is refused and filled in; the cases are in {@code writes.json}. */
final class DiscoveryGroupWritesTest extends GroupWrites {

    @Override
    protected ApiGroup group() {
        return new DiscoveryGroup(ServerNames.of("k8s.io", "kubernetes.io"));
    }
}
