package mortise.ops.health;

import java.util.Optional;
import mortise.spi.operations.HealthCheck;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/** Fails from the moment the server begins to stop, so that load balancers send their requests elsewhere. */
@Component(name = "mortise.ops.health.shutdown", property = {
    HealthCheck.NAME + "=shutdown", HealthCheck.ENDPOINTS + "=readyz"})
public final class ShutdownCheck implements HealthCheck {

    private final Bundle framework;

    @Activate
    public ShutdownCheck(BundleContext context) {
        this(context.getBundle(Constants.SYSTEM_BUNDLE_LOCATION));
    }

    ShutdownCheck(Bundle framework) {
        this.framework = framework;
    }

    @Override
    public Optional<String> failure() {
        return framework.getState() == Bundle.STOPPING ? Optional.of("the server is stopping") : Optional.empty();
    }
}
