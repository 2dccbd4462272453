package mortise.authz.rbac;

import java.util.List;
import mortise.api.UserInfo;
import mortise.spi.authorization.AuthorizationRequest;
import mortise.spi.authorization.Authorizer;
import mortise.spi.operations.ServerNames;
import mortise.tck.authorization.AuthorizationRequests;
import mortise.tck.authorization.AuthorizerContract;
import mortise.tck.controller.FakeObjectAccess;
import org.junit.jupiter.api.AfterEach;

class RbacAuthorizerContractTest extends AuthorizerContract {

    private static final UserInfo DEV = UserInfo.of("pat", "devs", UserInfo.AUTHENTICATED);

    private RbacAuthorizer authorizer = loaded();

    /** Returns one that has read its roles. */
    static RbacAuthorizer loaded() {
        FakeObjectAccess objects = RbacObjects.access();
        objects.others().create(RbacObjects.V1, "clusterroles", RbacObjects.role("", "reader",
                RbacObjects.rule("get,list", "", "pods", ""), RbacObjects.paths("get", "/livez")));
        objects.others().create(RbacObjects.V1, "clusterrolebindings",
                RbacObjects.binding("", "readers", "ClusterRole", "reader", "Group/devs"));
        var authorizer = new RbacAuthorizer(ServerNames.of("k8s.io", "kubernetes.io"), objects);
        RbacAuthorizerTest.await(() -> authorizer.failure().isEmpty());
        return authorizer;
    }

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
        return List.of(AuthorizationRequests.resource(DEV, "get", "", "pods", "ns", "web"),
                AuthorizationRequests.resource(DEV, "list", "", "pods", "", ""),
                AuthorizationRequests.path(DEV, "get", "/livez"));
    }

    @Override
    protected List<AuthorizationRequest> notAllowed() {
        return List.of(AuthorizationRequests.resource(DEV, "delete", "", "pods", "ns", "web"),
                AuthorizationRequests.resource(DEV, "get", "apps", "pods", "ns", "web"),
                AuthorizationRequests.resource(UserInfo.of("sam"), "get", "", "pods", "ns", "web"),
                AuthorizationRequests.path(DEV, "post", "/livez"));
    }
}
