package mortise.ops.metrics;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import mortise.spi.operations.Endpoint;
import mortise.spi.operations.EndpointRequest;
import mortise.spi.operations.EndpointResponse;
import mortise.spi.operations.HealthCheck;
import mortise.spi.operations.MetricFamily;
import mortise.spi.operations.MetricFamily.Sample;
import mortise.spi.operations.MetricFamily.Stability;
import mortise.spi.operations.MetricFamily.Type;
import mortise.spi.operations.MetricFamily.Value;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;

/** Serves {@code /metrics/slis}: each health check as a number, asked at the moment of the request. */
@Component(name = "mortise.ops.metrics.slis", property = Endpoint.PATHS + "=/metrics/slis")
public final class SlisEndpoint implements Endpoint {

    private static final List<String> ENDPOINTS = List.of("healthz", "livez", "readyz");
    private static final List<String> LABELS = List.of("name", "type");

    private final Map<HealthCheck, Shown> checks = new ConcurrentHashMap<>();

    private record Shown(String name, List<String> endpoints, Map<List<String>, Double> results) {
    }

    @Override
    public EndpointResponse get(EndpointRequest request) {
        var state = new ArrayList<Sample>();
        var results = new ArrayList<Sample>();
        checks.forEach((check, shown) -> {
            boolean passes = passes(check);
            for (String endpoint : shown.endpoints()) {
                state.add(new Value(List.of(shown.name(), endpoint), passes ? 1 : 0));
                shown.results().merge(
                        List.of(shown.name(), endpoint, passes ? "success" : "error"), 1.0, Double::sum);
            }
            shown.results().forEach((labels, count) -> results.add(new Value(labels, count)));
        });
        return Page.of(List.of(
                new MetricFamily("kubernetes_healthcheck", Type.GAUGE, Stability.STABLE,
                        "1 for each health check that passes.", LABELS, state),
                new MetricFamily("kubernetes_healthchecks_total", Type.COUNTER, Stability.STABLE,
                        "Results of the health checks of this page.", List.of("name", "type", "status"), results)),
                request);
    }

    private static boolean passes(HealthCheck check) {
        try {
            return check.failure().isEmpty();
        } catch (RuntimeException broken) {
            return false;
        }
    }

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    void bindCheck(HealthCheck check, Map<String, Object> properties) {
        var endpoints = new ArrayList<String>();
        List<String> named = texts(properties.get(HealthCheck.ENDPOINTS));
        for (String endpoint : ENDPOINTS) {
            // The old page shows what livez shows.
            if (named.isEmpty() || named.contains(endpoint.equals("healthz") ? "livez" : endpoint)) {
                endpoints.add(endpoint);
            }
        }
        checks.put(check, new Shown(String.valueOf(properties.get(HealthCheck.NAME)), List.copyOf(endpoints),
                new ConcurrentHashMap<>()));
    }

    void unbindCheck(HealthCheck check) {
        checks.remove(check);
    }

    private static List<String> texts(@Nullable Object property) {
        if (property instanceof String[] texts) {
            return List.of(texts);
        }
        if (property instanceof Collection<?> texts) {
            return texts.stream().map(String::valueOf).toList();
        }
        return property == null ? List.of() : List.of(property.toString());
    }
}
