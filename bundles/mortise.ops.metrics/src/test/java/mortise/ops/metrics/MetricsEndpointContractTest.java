package mortise.ops.metrics;

import java.util.List;
import mortise.spi.operations.Endpoint;
import mortise.tck.operations.EndpointContract;

class MetricsEndpointContractTest extends EndpointContract {

    @Override
    protected Endpoint endpoint() {
        var endpoint = new MetricsEndpoint();
        endpoint.bindSource(new ProcessMetrics());
        return endpoint;
    }

    @Override
    protected List<String> paths() {
        return List.of("/metrics");
    }

    @Override
    protected List<String> served() {
        return List.of();
    }
}
