package mortise.ops.health;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import mortise.spi.operations.HealthCheck;
import mortise.tck.operations.HealthCheckContract;
import org.osgi.framework.Bundle;

class ShutdownCheckContractTest extends HealthCheckContract {

    @Override
    protected HealthCheck healthy() {
        return new ShutdownCheck(OwnChecksTest.bundle(new AtomicInteger(Bundle.ACTIVE)));
    }

    @Override
    protected Optional<HealthCheck> failing() {
        return Optional.of(new ShutdownCheck(OwnChecksTest.bundle(new AtomicInteger(Bundle.STOPPING))));
    }
}
