package mortise.core.discovery;

import java.lang.reflect.Proxy;
import java.util.List;
import mortise.spi.operations.Endpoint;
import mortise.tck.operations.EndpointContract;
import org.osgi.framework.BundleContext;

class RootEndpointContractTest extends EndpointContract {

    @Override
    protected Endpoint endpoint() {
        return new RootEndpoint(contextWithoutServices(), new FakeRegistry().serve("", "v1", FakeRegistry.pods()));
    }

    @Override
    protected List<String> paths() {
        return List.of("/");
    }

    /** Only services are ever asked for, so the other methods need no body. */
    private static BundleContext contextWithoutServices() {
        return (BundleContext) Proxy.newProxyInstance(
                BundleContext.class.getClassLoader(), new Class<?>[] {BundleContext.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals("getServiceReferences")) {
                        return List.of();
                    }
                    throw new UnsupportedOperationException(method.getName());
                });
    }
}
