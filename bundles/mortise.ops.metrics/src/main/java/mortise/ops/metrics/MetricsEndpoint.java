package mortise.ops.metrics;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import mortise.spi.operations.Endpoint;
import mortise.spi.operations.EndpointRequest;
import mortise.spi.operations.EndpointResponse;
import mortise.spi.operations.MetricFamily;
import mortise.spi.operations.MetricsSource;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Serves {@code /metrics}: what the {@link MetricsSource} services say at the moment of the request. */
@Component(name = "mortise.ops.metrics", property = Endpoint.PATHS + "=/metrics")
public final class MetricsEndpoint implements Endpoint {

    private static final Logger LOG = LoggerFactory.getLogger(MetricsEndpoint.class);

    private final List<MetricsSource> sources = new CopyOnWriteArrayList<>();
    /** Scrapes come every few seconds; the log is told once. */
    private final Set<MetricsSource> failing = ConcurrentHashMap.newKeySet();

    @Override
    public EndpointResponse get(EndpointRequest request) {
        var families = new ArrayList<MetricFamily>();
        for (MetricsSource source : sources) {
            try {
                families.addAll(source.metrics());
                failing.remove(source);
            } catch (RuntimeException failed) {
                if (failing.add(source)) {
                    LOG.warn("The metrics of {} are missing", source.getClass().getName(), failed);
                }
            }
        }
        return Page.of(families, request);
    }

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    void bindSource(MetricsSource source) {
        sources.add(source);
    }

    void unbindSource(MetricsSource source) {
        sources.remove(source);
        failing.remove(source);
    }
}
