package mortise.core.registry;

import java.util.Optional;
import mortise.api.GoDuration;
import mortise.spi.operations.HealthCheck;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.metatype.annotations.Designate;

/** Shows whether the store answers, under the name that tools look for. */
@Component(configurationPid = "mortise.core.registry.health", property = HealthCheck.NAME + "=etcd")
@Designate(ocd = StoreHealthConfig.class)
public final class StoreHealth implements HealthCheck {

    private final StoreProbe probe;

    /**
     * Begins to ask when it is asked.
     *
     * @throws IllegalArgumentException when the time limit is no duration
     */
    @Activate
    public StoreHealth(StoreHealthConfig config, @Reference ChosenStore store) {
        probe = new StoreProbe(store.store(),
                GoDuration.setting("etcd.healthcheck.timeout", config.etcd_healthcheck_timeout()));
    }

    @Override
    public Optional<String> failure() {
        return probe.failure();
    }

    @Deactivate
    void deactivate() {
        probe.close();
    }
}
