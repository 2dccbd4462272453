package mortise.authn.anonymous;

import mortise.api.UserInfo;
import mortise.spi.authentication.AnonymousAccess;
import mortise.spi.authentication.Authentication;
import mortise.spi.authentication.AuthenticationRequest;
import mortise.spi.authentication.RequestAuthenticator;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;
import org.osgi.service.metatype.annotations.Designate;

/**
 * Gives everybody the same identity, in the group of those who prove none; where a file says who may be anonymous, only
 * those whom it names. While nobody can tell what that file says, nobody is anonymous. Never blocks.
 */
@Component(name = "mortise.authn.anonymous", property = RequestAuthenticator.FALLBACK + ":Boolean=true")
@Designate(ocd = AnonymousConfig.class)
public final class AnonymousAuthenticator implements RequestAuthenticator {

    private static final Authentication NOBODY =
            new Authentication.Authenticated(UserInfo.of(UserInfo.ANONYMOUS, UserInfo.UNAUTHENTICATED));

    private final boolean enabled;
    private final boolean byFile;
    private volatile @Nullable AnonymousAccess access;

    @Activate
    public AnonymousAuthenticator(AnonymousConfig config) {
        enabled = config.anonymous_auth();
        byFile = !config.authentication_config().isBlank();
    }

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    void bind(AnonymousAccess rules) {
        access = rules;
    }

    void unbind(AnonymousAccess rules) {
        if (access == rules) {
            access = null;
        }
    }

    @Override
    public Authentication authenticate(AuthenticationRequest request) {
        AnonymousAccess rules = access;
        boolean allowed = rules == null ? enabled && !byFile : rules.allows(request.path()).orElse(enabled);
        return allowed ? NOBODY : Authentication.NOT_MINE;
    }
}
