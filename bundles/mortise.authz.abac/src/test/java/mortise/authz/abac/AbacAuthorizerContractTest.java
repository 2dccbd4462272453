package mortise.authz.abac;

import java.nio.file.Path;
import java.util.List;
import mortise.api.UserInfo;
import mortise.spi.authorization.AuthorizationRequest;
import mortise.spi.authorization.Authorizer;
import mortise.tck.authorization.AuthorizationRequests;
import mortise.tck.authorization.AuthorizerContract;
import org.junit.jupiter.api.io.TempDir;

class AbacAuthorizerContractTest extends AuthorizerContract {

    private static final UserInfo BOB = UserInfo.of("bob", UserInfo.AUTHENTICATED);

    @TempDir
    private Path directory;

    @Override
    protected Authorizer authorizer() {
        return PolicyFiles.authorizer(PolicyFiles.write(directory.resolve("policies"),
                "'user':'bob','namespace':'ns','resource':'pods','readonly':true",
                "'user':'*','nonResourcePath':'/version'"));
    }

    @Override
    protected List<AuthorizationRequest> allowed() {
        return List.of(AuthorizationRequests.resource(BOB, "get", "", "pods", "ns", "x"),
                AuthorizationRequests.path(BOB, "get", "/version"));
    }

    @Override
    protected List<AuthorizationRequest> notAllowed() {
        return List.of(AuthorizationRequests.resource(BOB, "create", "", "pods", "ns", ""),
                AuthorizationRequests.resource(BOB, "get", "", "pods", "other", "x"),
                AuthorizationRequests.resource(UserInfo.of("eve"), "get", "", "pods", "ns", "x"),
                AuthorizationRequests.path(UserInfo.of(UserInfo.ANONYMOUS, UserInfo.UNAUTHENTICATED), "get",
                        "/version"));
    }
}
