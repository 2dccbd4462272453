package mortise.group.autoscaling;

import mortise.spi.group.ApiGroup;
import mortise.tck.group.ApiGroupContract;

final class AutoscalingGroupContractTest extends ApiGroupContract {

    @Override
    protected ApiGroup group() {
        return new AutoscalingGroup();
    }
}
