package mortise.core.discovery;

import java.util.List;
import mortise.spi.operations.Endpoint;
import mortise.spi.operations.ServerNames;
import mortise.tck.operations.EndpointContract;

class OpenApiEndpointContractTest extends EndpointContract {

    @Override
    protected Endpoint endpoint() {
        return new OpenApiEndpoint(new FakeRegistry()
                .serve("", "v1", FakeRegistry.pods())
                .serve("example.com", "v1", FakeRegistry.reviews()), ServerNames.of("k8s.io", "kubernetes.io"));
    }

    @Override
    protected List<String> paths() {
        return List.of("/openapi/v2", "/openapi/v3", "/openapi/v3/*");
    }

    @Override
    protected List<String> served() {
        return List.of("/openapi/v3/", "/openapi/v3/api/v1", "/openapi/v3/apis/example.com/v1",
                "/openapi/v3/apis", "/openapi/v3/version");
    }
}
