package mortise.group.apps;

import mortise.spi.group.ApiGroup;
import mortise.tck.group.GroupWrites;

/** What is refused and filled in; the cases are in {@code writes.json}. */
final class AppsGroupWritesTest extends GroupWrites {

    @Override
    protected ApiGroup group() {
        return new AppsGroup();
    }
}
