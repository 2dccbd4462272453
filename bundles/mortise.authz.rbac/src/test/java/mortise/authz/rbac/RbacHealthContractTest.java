package mortise.authz.rbac;

import java.util.Optional;
import mortise.spi.operations.HealthCheck;
import mortise.spi.operations.ServerNames;
import mortise.tck.controller.FakeObjectAccess;
import mortise.tck.operations.HealthCheckContract;

class RbacHealthContractTest extends HealthCheckContract {

    @Override
    protected HealthCheck healthy() {
        return RbacAuthorizerContractTest.loaded();
    }

    @Override
    protected Optional<HealthCheck> failing() {
        return Optional.of(new RbacAuthorizer(ServerNames.of("k8s.io", "kubernetes.io"), new FakeObjectAccess()));
    }
}
