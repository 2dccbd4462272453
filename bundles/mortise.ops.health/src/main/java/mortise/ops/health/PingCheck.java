package mortise.ops.health;

import java.util.Optional;
import mortise.spi.operations.HealthCheck;
import org.osgi.service.component.annotations.Component;

/** Passes always: whoever sees the answer knows that requests are answered. */
@Component(name = "mortise.ops.health.ping", property = HealthCheck.NAME + "=ping")
public final class PingCheck implements HealthCheck {

    @Override
    public Optional<String> failure() {
        return Optional.empty();
    }
}
