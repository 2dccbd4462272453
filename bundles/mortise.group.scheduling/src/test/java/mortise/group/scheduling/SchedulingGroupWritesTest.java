package mortise.group.scheduling;

import mortise.spi.group.ApiGroup;
import mortise.spi.operations.ServerNames;
import mortise.tck.group.GroupWrites;

/** What is refused and filled in; the cases are in {@code writes.json}. */
final class SchedulingGroupWritesTest extends GroupWrites {

    @Override
    protected ApiGroup group() {
        return new SchedulingGroup(ServerNames.of("k8s.io", "kubernetes.io"));
    }
}
