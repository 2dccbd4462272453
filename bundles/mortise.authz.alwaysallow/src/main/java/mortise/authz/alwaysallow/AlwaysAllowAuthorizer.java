package mortise.authz.alwaysallow;

import java.util.List;
import mortise.spi.authorization.AuthorizationRequest;
import mortise.spi.authorization.Authorizer;
import mortise.spi.authorization.Decision;
import mortise.spi.authorization.RuleSource;
import mortise.spi.authorization.Rules;
import mortise.spi.authorization.RulesQuestion;
import org.osgi.service.component.annotations.Component;

/** Allows every request. Never blocks. */
@Component(name = "mortise.authz.alwaysallow", service = Authorizer.class,
        property = Authorizer.MODE + "=AlwaysAllow")
public final class AlwaysAllowAuthorizer implements Authorizer, RuleSource {

    private static final Decision ANSWER = new Decision.Allow("");
    private static final List<String> ALL = List.of("*");
    private static final Rules RULES = new Rules(List.of(new Rules.Resources(ALL, ALL, ALL, List.of())),
            List.of(new Rules.Paths(ALL, ALL)), false, List.of());

    @Override
    public Decision authorize(AuthorizationRequest request) {
        return ANSWER;
    }

    @Override
    public Rules rules(RulesQuestion question) {
        return RULES;
    }
}
