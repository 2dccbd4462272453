package mortise.ops.health;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import mortise.spi.operations.Endpoint;
import mortise.spi.operations.EndpointRequest;
import mortise.spi.operations.EndpointResponse;
import mortise.spi.operations.HealthCheck;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves {@code /livez}, {@code /readyz} and {@code /healthz}: all checks at once, or a single one below. The checks
 * are the {@link HealthCheck} services there are at the moment of the request.
 */
@Component(name = "mortise.ops.health", property = {
    Endpoint.PATHS + "=/livez", Endpoint.PATHS + "=/livez/*",
    Endpoint.PATHS + "=/readyz", Endpoint.PATHS + "=/readyz/*",
    Endpoint.PATHS + "=/healthz", Endpoint.PATHS + "=/healthz/*"})
public final class HealthEndpoint implements Endpoint {

    private static final Logger LOG = LoggerFactory.getLogger(HealthEndpoint.class);
    private static final String SERVICE_ID = "service.id";
    private static final int NOT_FOUND = 404;

    /** By service id. Guarded by this object's lock. */
    private final Map<Long, NamedCheck> byService = new HashMap<>();
    /** Sorted and immutable; a request takes it once. */
    private volatile List<NamedCheck> checks = List.of();

    @Override
    public EndpointResponse get(EndpointRequest request) {
        List<NamedCheck> all = checks;
        for (HealthPage page : HealthPage.values()) {
            String path = "/" + page.text();
            if (request.path().equals(path)) {
                return page.show(all, request.query());
            }
            if (request.path().startsWith(path + "/")) {
                return page.showOne(all, request.path().substring(path.length() + 1));
            }
        }
        return EndpointResponse.text(NOT_FOUND, "404 page not found\n");
    }

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    synchronized void bindCheck(HealthCheck check, Map<String, Object> properties) {
        try {
            byService.put((Long) properties.get(SERVICE_ID), NamedCheck.of(check, properties));
            publish();
        } catch (IllegalArgumentException e) {
            LOG.warn("A health check of class {} is left out: {}", check.getClass().getName(), e.getMessage());
        }
    }

    synchronized void updatedCheck(HealthCheck check, Map<String, Object> properties) {
        unbindCheck(check, properties);
        bindCheck(check, properties);
    }

    synchronized void unbindCheck(HealthCheck check, Map<String, Object> properties) {
        byService.remove((Long) properties.get(SERVICE_ID));
        publish();
    }

    private void publish() {
        checks = byService.values().stream().sorted(NamedCheck.ORDER).toList();
    }
}
