package mortise.ops.health;

import java.util.List;
import java.util.Map;
import mortise.spi.operations.Endpoint;
import mortise.spi.operations.HealthCheck;
import mortise.tck.operations.EndpointContract;

class HealthEndpointContractTest extends EndpointContract {

    @Override
    protected Endpoint endpoint() {
        HealthEndpoint endpoint = new HealthEndpoint();
        endpoint.bindCheck(new PingCheck(), Map.of("service.id", 1L, HealthCheck.NAME, "ping"));
        return endpoint;
    }

    @Override
    protected List<String> paths() {
        return List.of("/livez", "/livez/*", "/readyz", "/readyz/*", "/healthz", "/healthz/*");
    }

    @Override
    protected List<String> served() {
        return List.of("/livez/ping", "/readyz/ping", "/healthz/ping");
    }
}
