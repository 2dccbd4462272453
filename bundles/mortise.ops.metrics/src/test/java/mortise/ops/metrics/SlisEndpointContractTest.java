package mortise.ops.metrics;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import mortise.spi.operations.Endpoint;
import mortise.spi.operations.HealthCheck;
import mortise.tck.operations.EndpointContract;

class SlisEndpointContractTest extends EndpointContract {

    @Override
    protected Endpoint endpoint() {
        var endpoint = new SlisEndpoint();
        endpoint.bindCheck(Optional::empty, Map.of(HealthCheck.NAME, "ping"));
        return endpoint;
    }

    @Override
    protected List<String> paths() {
        return List.of("/metrics/slis");
    }

    @Override
    protected List<String> served() {
        return List.of();
    }
}
