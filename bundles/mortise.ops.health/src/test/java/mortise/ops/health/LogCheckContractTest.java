package mortise.ops.health;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import java.util.Optional;
import mortise.spi.operations.HealthCheck;
import mortise.tck.operations.HealthCheckContract;

class LogCheckContractTest extends HealthCheckContract {

    @Override
    protected HealthCheck healthy() {
        return new LogCheck();
    }

    @Override
    protected Optional<HealthCheck> failing() {
        Logger silent = new LoggerContext().getLogger("silent");
        silent.setLevel(Level.OFF);
        return Optional.of(new LogCheck(silent));
    }
}
