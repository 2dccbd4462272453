package mortise.authz.alwaysallow;

import java.util.List;
import mortise.spi.authorization.AuthorizationRequest;
import mortise.spi.authorization.Authorizer;
import mortise.tck.authorization.AuthorizationRequests;
import mortise.tck.authorization.AuthorizerContract;

class AlwaysAllowAuthorizerContractTest extends AuthorizerContract {

    @Override
    protected Authorizer authorizer() {
        return new AlwaysAllowAuthorizer();
    }

    @Override
    protected List<AuthorizationRequest> allowed() {
        return AuthorizationRequests.ordinary();
    }

    @Override
    protected List<AuthorizationRequest> notAllowed() {
        return List.of();
    }
}
