package mortise.authz.node;

import java.util.List;
import mortise.spi.authorization.AuthorizationRequest;
import mortise.spi.authorization.Authorizer;
import mortise.tck.authorization.AuthorizationRequests;
import mortise.tck.authorization.AuthorizerContract;
import org.junit.jupiter.api.AfterEach;

class NodeAuthorizerContractTest extends AuthorizerContract {

    private final NodeAuthorizer authorizer = NodeAuthorizerTest.loaded(NodeAuthorizerTest.access());

    @AfterEach
    void end() throws InterruptedException {
        authorizer.deactivate();
    }

    @Override
    protected Authorizer authorizer() {
        return authorizer;
    }

    @Override
    protected List<AuthorizationRequest> allowed() {
        return List.of(AuthorizationRequests.resource(NodeAuthorizerTest.NODE, "get", "", "nodes", "", "n1"),
                AuthorizationRequests.resource(NodeAuthorizerTest.NODE, "create", "", "events", "ns", ""),
                AuthorizationRequests.resource(NodeAuthorizerTest.NODE, "get", "", "secrets", "ns", "used"));
    }

    @Override
    protected List<AuthorizationRequest> notAllowed() {
        return List.of(AuthorizationRequests.resource(NodeAuthorizerTest.NODE, "get", "", "nodes", "", "n2"),
                AuthorizationRequests.resource(NodeAuthorizerTest.NODE, "get", "", "secrets", "ns", "other"),
                AuthorizationRequests.path(NodeAuthorizerTest.NODE, "get", "/livez"));
    }
}
