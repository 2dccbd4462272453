package mortise.group.apps;

import mortise.spi.group.ApiGroup;
import mortise.tck.group.ApiGroupContract;

final class AppsGroupContractTest extends ApiGroupContract {

    @Override
    protected ApiGroup group() {
        return new AppsGroup();
    }
}
