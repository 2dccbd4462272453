package mortise.core.discovery;

import java.util.List;
import mortise.spi.operations.Endpoint;
import mortise.tck.operations.EndpointContract;

class VersionEndpointContractTest extends EndpointContract {

    @Override
    protected Endpoint endpoint() {
        return new VersionEndpoint("0.1.0");
    }

    @Override
    protected List<String> paths() {
        return List.of("/version", "/version/");
    }
}
