package mortise.core.discovery;

import java.util.List;
import mortise.spi.operations.Endpoint;
import mortise.spi.operations.ServerNames;
import mortise.tck.operations.EndpointContract;

class DiscoveryEndpointContractTest extends EndpointContract {

    @Override
    protected Endpoint endpoint() {
        FakeRegistry registry = new FakeRegistry()
                .serve("", "v1", FakeRegistry.pods())
                .serve("example.com", "v1", FakeRegistry.reviews());
        return new DiscoveryEndpoint(registry, ServerNames.of("k8s.io", "kubernetes.io"));
    }

    @Override
    protected List<String> paths() {
        return List.of("/api", "/api/*", "/apis", "/apis/*");
    }

    @Override
    protected List<String> served() {
        return List.of("/api/v1", "/apis/example.com", "/apis/example.com/v1");
    }
}
