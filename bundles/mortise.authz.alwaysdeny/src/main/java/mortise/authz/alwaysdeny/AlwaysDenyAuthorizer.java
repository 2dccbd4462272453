package mortise.authz.alwaysdeny;

import mortise.spi.authorization.AuthorizationRequest;
import mortise.spi.authorization.Authorizer;
import mortise.spi.authorization.Decision;
import mortise.spi.authorization.RuleSource;
import mortise.spi.authorization.Rules;
import mortise.spi.authorization.RulesQuestion;
import org.osgi.service.component.annotations.Component;

/** Denies every request, but not those of {@code system:masters}: nobody is asked about them. Never blocks. */
@Component(name = "mortise.authz.alwaysdeny", service = Authorizer.class,
        property = Authorizer.MODE + "=AlwaysDeny")
public final class AlwaysDenyAuthorizer implements Authorizer, RuleSource {

    private static final Decision ANSWER = new Decision.Deny("Everything is forbidden.");

    @Override
    public Decision authorize(AuthorizationRequest request) {
        return ANSWER;
    }

    @Override
    public Rules rules(RulesQuestion question) {
        return Rules.NONE;
    }
}
