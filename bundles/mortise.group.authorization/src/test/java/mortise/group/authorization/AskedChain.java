package mortise.group.authorization;

import java.util.ArrayList;
import java.util.List;
import mortise.spi.authorization.AuthorizationRequest;
import mortise.spi.authorization.AuthorizerChain;
import mortise.spi.authorization.Decision;
import mortise.spi.authorization.Rules;
import mortise.spi.authorization.RulesQuestion;
import mortise.spi.authorization.Verdict;

/** Notes what it is asked and says what a test wants. */
final class AskedChain implements AuthorizerChain {

    final List<AuthorizationRequest> asked = new ArrayList<>();
    final List<RulesQuestion> askedForRules = new ArrayList<>();
    Verdict verdict = new Verdict(new Decision.NoOpinion(""), List.of());
    Rules rules = Rules.NONE;

    @Override
    public Verdict decide(AuthorizationRequest request) {
        asked.add(request);
        return verdict;
    }

    @Override
    public Rules rules(RulesQuestion question) {
        askedForRules.add(question);
        return rules;
    }
}
