package mortise.group.policy;

import mortise.spi.group.ApiGroup;
import mortise.tck.group.ApiGroupContract;

final class PolicyGroupContractTest extends ApiGroupContract {

    @Override
    protected ApiGroup group() {
        return new PolicyGroup();
    }
}
