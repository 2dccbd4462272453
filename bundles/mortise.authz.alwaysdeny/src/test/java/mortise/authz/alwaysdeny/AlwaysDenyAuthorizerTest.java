package mortise.authz.alwaysdeny;

import static org.assertj.core.api.Assertions.assertThat;

import mortise.api.UserInfo;
import mortise.spi.authorization.Decision;
import mortise.tck.authorization.AuthorizationRequests;
import org.junit.jupiter.api.Test;

class AlwaysDenyAuthorizerTest {

    @Test
    void theCallerIsToldThatEverythingIsForbidden() {
        Decision answer = new AlwaysDenyAuthorizer()
                .authorize(AuthorizationRequests.path(UserInfo.of("pat"), "get", "/version"));
        assertThat(answer).isEqualTo(new Decision.Deny("Everything is forbidden."));
    }
}
