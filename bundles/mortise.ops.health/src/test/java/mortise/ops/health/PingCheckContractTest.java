package mortise.ops.health;

import mortise.spi.operations.HealthCheck;
import mortise.tck.operations.HealthCheckContract;

class PingCheckContractTest extends HealthCheckContract {

    @Override
    protected HealthCheck healthy() {
        return new PingCheck();
    }
}
