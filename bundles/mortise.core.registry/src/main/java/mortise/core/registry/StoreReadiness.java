package mortise.core.registry;

import java.util.Optional;
import mortise.api.GoDuration;
import mortise.spi.operations.HealthCheck;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/** Shows whether the store answers soon enough for this server to be asked things. */
@Component(configurationPid = "mortise.core.registry.health", property = {HealthCheck.NAME + "=etcd-readiness", HealthCheck.ENDPOINTS + "=readyz"})
public final class StoreReadiness implements HealthCheck {

    private final StoreProbe probe;

    /**
     * Begins to ask when it is asked.
     *
     * @throws IllegalArgumentException when the time limit is no duration
     */
    @Activate
    public StoreReadiness(StoreHealthConfig config, @Reference ChosenStore store) {
        probe = new StoreProbe(store.store(),
                GoDuration.setting("etcd.readycheck.timeout", config.etcd_readycheck_timeout()));
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
