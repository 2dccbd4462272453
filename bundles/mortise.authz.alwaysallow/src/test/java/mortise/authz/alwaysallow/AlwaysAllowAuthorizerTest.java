package mortise.authz.alwaysallow;

import static org.assertj.core.api.Assertions.assertThat;

import mortise.api.UserInfo;
import mortise.spi.authorization.Decision;
import mortise.tck.authorization.AuthorizationRequests;
import org.junit.jupiter.api.Test;

class AlwaysAllowAuthorizerTest {

    @Test
    void evenThoseWhoProveNothingMayDoEverything() {
        UserInfo nobody = UserInfo.of(UserInfo.ANONYMOUS, UserInfo.UNAUTHENTICATED);
        var request = AuthorizationRequests.resource(nobody, "deletecollection", "", "secrets", "kube-system", "");
        Decision answer = new AlwaysAllowAuthorizer().authorize(request);
        assertThat(answer).isEqualTo(new Decision.Allow(""));
    }
}
