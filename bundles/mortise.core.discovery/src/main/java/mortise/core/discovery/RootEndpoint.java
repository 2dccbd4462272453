package mortise.core.discovery;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import mortise.api.GroupVersion;
import mortise.core.codec.JsonEncoder;
import mortise.core.registry.Registry;
import mortise.core.registry.ServedGroup;
import mortise.spi.operations.Endpoint;
import mortise.spi.operations.EndpointRequest;
import mortise.spi.operations.EndpointResponse;
import org.osgi.framework.BundleContext;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Serves {@code /}: every path that something answers on. */
@Component(service = Endpoint.class, property = Endpoint.PATHS + "=/")
public final class RootEndpoint implements Endpoint {

    private final BundleContext context;
    private final Registry registry;

    @Activate
    public RootEndpoint(BundleContext context, @Reference Registry registry) {
        this.context = context;
        this.registry = registry;
    }

    @Override
    public EndpointResponse get(EndpointRequest request) {
        var paths = new TreeSet<String>();
        for (ServedGroup group : registry.snapshot().groups()) {
            if (!group.name().isEmpty()) {
                paths.add("/apis/" + group.name());
            }
            group.versions().forEach(version ->
                    paths.add(LegacyDiscovery.path(new GroupVersion(group.name(), version.name()))));
        }
        for (ServiceReference<Endpoint> endpoint : endpoints()) {
            if (endpoint.getProperty(Endpoint.PATHS) instanceof String[] some) {
                List.of(some).stream().filter(RootEndpoint::isWhole).forEach(paths::add);
            } else if (endpoint.getProperty(Endpoint.PATHS) instanceof String one && isWhole(one)) {
                paths.add(one);
            }
        }
        return EndpointResponse.json(JsonEncoder.encode(Map.of("paths", List.copyOf(paths))));
    }

    private static boolean isWhole(String path) {
        return !path.endsWith("*") && (path.length() == 1 || !path.endsWith("/"));
    }

    /** Asks for the references alone: getting the services would make this component wait for itself. */
    private Collection<ServiceReference<Endpoint>> endpoints() {
        try {
            return context.getServiceReferences(Endpoint.class, null);
        } catch (InvalidSyntaxException thereIsNoFilter) {
            throw new IllegalStateException(thereIsNoFilter);
        }
    }
}
