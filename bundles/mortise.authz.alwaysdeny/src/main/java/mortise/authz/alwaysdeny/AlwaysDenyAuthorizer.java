package mortise.authz.alwaysdeny;

import mortise.spi.authorization.AuthorizationRequest;
import mortise.spi.authorization.Authorizer;
import mortise.spi.authorization.Decision;
import org.osgi.service.component.annotations.Component;

/** Denies every request, but not those of {@code system:masters}: nobody is asked about them. Never blocks. */
@Component(name = "mortise.authz.alwaysdeny", property = Authorizer.MODE + "=AlwaysDeny")
public final class AlwaysDenyAuthorizer implements Authorizer {

    private static final Decision ANSWER = new Decision.Deny("Everything is forbidden.");

    @Override
    public Decision authorize(AuthorizationRequest request) {
        return ANSWER;
    }
}
