package mortise.authn.anonymous;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import mortise.api.UserInfo;
import mortise.spi.authentication.AnonymousAccess;
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
    void aFileSaysWhereWithTheFlagForWhatItLeavesOpen() {
        for (boolean enabled : List.of(true, false)) {
            var authenticator = new AnonymousAuthenticator(AnonymousConfigs.enabled(enabled, "file"));
            AnonymousAccess none = path -> Optional.of(false);
            authenticator.bind(none);
            assertThat(authenticator.authenticate(Requests.bare())).isEqualTo(Authentication.NOT_MINE);
            authenticator.bind(path -> Optional.of(path.equals(Requests.bare().path())));
            authenticator.unbind(none);
            assertThat(authenticator.authenticate(Requests.bare())).isInstanceOf(Authentication.Authenticated.class);
            authenticator.bind(path -> Optional.empty());
            assertThat(authenticator.authenticate(Requests.bare()) != Authentication.NOT_MINE).isEqualTo(enabled);
        }
    }

    @Test
    void whileNobodyKnowsWhatTheFileSaysNobodyIsAnonymous() {
        var authenticator = new AnonymousAuthenticator(AnonymousConfigs.enabled(true, "file"));
        assertThat(authenticator.authenticate(Requests.bare())).isEqualTo(Authentication.NOT_MINE);
        AnonymousAccess all = path -> Optional.of(true);
        authenticator.bind(all);
        assertThat(authenticator.authenticate(Requests.bare())).isInstanceOf(Authentication.Authenticated.class);
        authenticator.unbind(all);
        assertThat(authenticator.authenticate(Requests.bare())).isEqualTo(Authentication.NOT_MINE);
    }

    @Test
    void itIsOnUnlessSomebodySwitchesItOff() throws Exception {
        assertThat(AnonymousConfig.class.getDeclaredMethod("anonymous_auth").getDefaultValue()).isEqualTo(true);
    }
}
