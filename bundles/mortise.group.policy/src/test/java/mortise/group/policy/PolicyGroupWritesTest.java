package mortise.group.policy;

import mortise.spi.group.ApiGroup;
import mortise.tck.group.GroupWrites;

/** What is refused and filled in; the cases are in {@code writes.json}. */
final class PolicyGroupWritesTest extends GroupWrites {

    @Override
    protected ApiGroup group() {
        return new PolicyGroup();
    }
}
