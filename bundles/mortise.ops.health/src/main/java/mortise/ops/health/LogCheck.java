package mortise.ops.health;

import java.util.Optional;
import mortise.spi.operations.HealthCheck;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Fails when errors would not be logged, or when logging throws. */
@Component(name = "mortise.ops.health.log", property = HealthCheck.NAME + "=log")
public final class LogCheck implements HealthCheck {

    private final Logger log;

    @Activate
    public LogCheck() {
        this(LoggerFactory.getLogger(LogCheck.class));
    }

    LogCheck(Logger log) {
        this.log = log;
    }

    @Override
    public Optional<String> failure() {
        // A probe must not fill the log of a healthy server, hence the lowest level.
        log.trace("The log is asked whether it works");
        return log.isErrorEnabled() ? Optional.empty() : Optional.of("errors are not logged");
    }
}
