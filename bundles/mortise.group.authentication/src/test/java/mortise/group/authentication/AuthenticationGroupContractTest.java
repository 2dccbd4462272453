package mortise.group.authentication;

import java.util.List;
import java.util.Optional;
import mortise.spi.authentication.TokenFindings;
import mortise.spi.group.ApiGroup;
import mortise.spi.operations.ServerNames;
import mortise.tck.group.ApiGroupContract;

final class AuthenticationGroupContractTest extends ApiGroupContract {

    @Override
    protected ApiGroup group() {
        return new AuthenticationGroup(ServerNames.of("k8s.io", "kubernetes.io"),
                () -> question -> new TokenFindings(Optional.empty(), List.of(), List.of("unknown")));
    }
}
