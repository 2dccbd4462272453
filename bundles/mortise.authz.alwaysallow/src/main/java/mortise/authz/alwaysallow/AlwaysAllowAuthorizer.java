package mortise.authz.alwaysallow;

import mortise.spi.authorization.AuthorizationRequest;
import mortise.spi.authorization.Authorizer;
import mortise.spi.authorization.Decision;
import org.osgi.service.component.annotations.Component;

/** Allows every request. Never blocks. */
@Component(name = "mortise.authz.alwaysallow", property = Authorizer.MODE + "=AlwaysAllow")
public final class AlwaysAllowAuthorizer implements Authorizer {

    private static final Decision ANSWER = new Decision.Allow("");

    @Override
    public Decision authorize(AuthorizationRequest request) {
        return ANSWER;
    }
}
