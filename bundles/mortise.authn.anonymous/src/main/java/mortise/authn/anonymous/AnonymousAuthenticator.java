package mortise.authn.anonymous;

import mortise.api.UserInfo;
import mortise.spi.authentication.Authentication;
import mortise.spi.authentication.AuthenticationRequest;
import mortise.spi.authentication.RequestAuthenticator;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.metatype.annotations.Designate;

/** Gives everybody the same identity, in the group of those who prove none. Never blocks. */
@Component(name = "mortise.authn.anonymous", property = RequestAuthenticator.FALLBACK + ":Boolean=true")
@Designate(ocd = AnonymousConfig.class)
public final class AnonymousAuthenticator implements RequestAuthenticator {

    private static final Authentication NOBODY =
            new Authentication.Authenticated(UserInfo.of(UserInfo.ANONYMOUS, UserInfo.UNAUTHENTICATED));

    private final Authentication answer;

    @Activate
    public AnonymousAuthenticator(AnonymousConfig config) {
        answer = config.anonymous_auth() ? NOBODY : Authentication.NOT_MINE;
    }

    @Override
    public Authentication authenticate(AuthenticationRequest request) {
        return answer;
    }
}
