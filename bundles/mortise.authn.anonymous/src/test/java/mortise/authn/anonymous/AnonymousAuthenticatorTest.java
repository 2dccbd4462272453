package mortise.authn.anonymous;

import static org.assertj.core.api.Assertions.assertThat;

import mortise.api.UserInfo;
import mortise.spi.authentication.Authentication;
import mortise.tck.authentication.Requests;
import org.junit.jupiter.api.Test;

class AnonymousAuthenticatorTest {

    @Test
    void whoeverProvesNothingIsAnonymousAndOnlyUnauthenticated() {
        var authenticator = new AnonymousAuthenticator(AnonymousConfigs.enabled(true));
        assertThat(authenticator.authenticate(Requests.bare())).isEqualTo(new Authentication.Authenticated(
                UserInfo.of("system:anonymous", "system:unauthenticated")));
    }

    @Test
    void switchedOffItKnowsNobody() {
        var authenticator = new AnonymousAuthenticator(AnonymousConfigs.enabled(false));
        assertThat(authenticator.authenticate(Requests.bare())).isEqualTo(Authentication.NOT_MINE);
    }

    @Test
    void itIsOnUnlessSomebodySwitchesItOff() throws Exception {
        assertThat(AnonymousConfig.class.getDeclaredMethod("anonymous_auth").getDefaultValue()).isEqualTo(true);
    }
}
