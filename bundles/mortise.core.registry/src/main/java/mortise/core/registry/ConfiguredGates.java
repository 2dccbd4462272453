package mortise.core.registry;

import java.util.List;
import mortise.spi.operations.FeatureGates;
import mortise.spi.operations.MetricFamily;
import mortise.spi.operations.MetricsSource;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.metatype.annotations.Designate;

/** Provides the feature gates; a bad setting keeps it, and so the server, from starting. */
@Component(name = "mortise.core.registry.gates", service = {FeatureGates.class, MetricsSource.class})
@Designate(ocd = GatesConfig.class)
public final class ConfiguredGates implements FeatureGates, MetricsSource {

    private final Gates gates;

    @Activate
    public ConfiguredGates(GatesConfig config) {
        this.gates = Gates.parse(config.feature_gates());
    }

    @Override
    public boolean enabled(String gate) {
        return gates.enabled(gate);
    }

    @Override
    public List<MetricFamily> metrics() {
        return List.of(gates.metric());
    }
}
