package mortise.authn.bootstraptoken;

import java.time.InstantSource;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.GroupVersion;
import mortise.spi.authentication.Authentication;
import mortise.spi.authentication.Authentication.Authenticated;
import mortise.spi.authentication.Authentication.Rejected;
import mortise.spi.authentication.AuthenticationRequest;
import mortise.spi.authentication.RequestAuthenticator;
import mortise.spi.controller.ObjectAccess;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.metatype.annotations.Designate;

/**
 * Knows the bearer tokens that are in secrets. Reads the cache only, so that tokens nobody has cannot make the server
 * work for them.
 */
@Component(name = "mortise.authn.bootstraptoken", service = RequestAuthenticator.class,
        property = "service.ranking:Integer=30")
@Designate(ocd = BootstrapTokenConfig.class)
public final class BootstrapTokenAuthenticator implements RequestAuthenticator {

    private static final GroupVersion V1 = new GroupVersion("", "v1");
    private static final Pattern TOKEN = Pattern.compile("([a-z0-9]{6})\\.([a-z0-9]{16})");
    private static final int TOKEN_CHARS = 23;

    private final boolean enabled;
    private final ObjectAccess objects;
    private final InstantSource clock;

    @Activate
    public BootstrapTokenAuthenticator(BootstrapTokenConfig config, @Reference ObjectAccess objects) {
        this(config.enable_bootstrap_token_auth(), objects, InstantSource.system());
    }

    BootstrapTokenAuthenticator(boolean enabled, ObjectAccess objects, InstantSource clock) {
        this.enabled = enabled;
        this.objects = objects;
        this.clock = clock;
    }

    @Override
    public Authentication authenticate(AuthenticationRequest request) {
        String token = enabled ? request.bearerToken().orElse("") : "";
        Matcher parts = TOKEN.matcher(token);
        if (token.length() != TOKEN_CHARS || !parts.matches()) {
            return Authentication.NOT_MINE;
        }
        try {
            Optional<ApiObject> secret =
                    objects.cached(V1, "secrets", "kube-system", "bootstrap-token-" + parts.group(1));
            return secret.isEmpty() ? Authentication.NOT_MINE : new Authenticated(
                    new BootstrapSecret(secret.get()).identity(parts.group(1), parts.group(2), clock.instant()));
        } catch (RefusedException refused) {
            return new Rejected("bootstrap token: " + refused.getMessage());
        } catch (ApiException failed) {
            return new Rejected("bootstrap token: secrets cannot be looked at: " + failed.getMessage());
        }
    }
}
