package mortise.authz.alwaysdeny;

import java.util.List;
import mortise.spi.authorization.AuthorizationRequest;
import mortise.spi.authorization.Authorizer;
import mortise.tck.authorization.AuthorizationRequests;
import mortise.tck.authorization.AuthorizerContract;

class AlwaysDenyAuthorizerContractTest extends AuthorizerContract {

    @Override
    protected Authorizer authorizer() {
        return new AlwaysDenyAuthorizer();
    }

    @Override
    protected List<AuthorizationRequest> allowed() {
        return List.of();
    }

    @Override
    protected List<AuthorizationRequest> notAllowed() {
        return AuthorizationRequests.ordinary();
    }
}
