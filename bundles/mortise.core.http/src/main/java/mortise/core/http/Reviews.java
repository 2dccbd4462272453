package mortise.core.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import mortise.api.UserInfo;
import mortise.core.http.filter.Authenticate;
import mortise.core.http.filter.Modes;
import mortise.core.http.plugin.Plugin;
import mortise.core.http.plugin.PluginSnapshot;
import mortise.spi.authentication.Authentication;
import mortise.spi.authentication.AuthenticationRequest;
import mortise.spi.authentication.RequestAuthenticator;
import mortise.spi.authentication.TokenAuthentication;
import mortise.spi.authentication.TokenFindings;
import mortise.spi.authentication.TokenQuestion;
import mortise.spi.authorization.AuthorizationRequest;
import mortise.spi.authorization.Authorizer;
import mortise.spi.authorization.AuthorizerChain;
import mortise.spi.authorization.Decision;
import mortise.spi.authorization.RuleSource;
import mortise.spi.authorization.Rules;
import mortise.spi.authorization.RulesQuestion;
import mortise.spi.authorization.Verdict;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers for others what the server would find out about a request: whose a token is, and what somebody may do. Asks
 * the same plug-ins as requests do. Any thread; works within the time of the request that asks.
 */
final class Reviews implements TokenAuthentication, AuthorizerChain {

    private static final Logger LOG = LoggerFactory.getLogger(Reviews.class);

    private static final String INVALID = "invalid bearer token";

    private final Supplier<PluginSnapshot> plugins;
    private final Modes modes;
    private final List<String> apiAudiences;

    /** @param apiAudiences the audiences that this server is */
    Reviews(Supplier<PluginSnapshot> plugins, Modes modes, List<String> apiAudiences) {
        this.plugins = plugins;
        this.modes = modes;
        this.apiAudiences = List.copyOf(apiAudiences);
    }

    @Override
    public TokenFindings authenticate(TokenQuestion question) {
        List<String> wanted = question.audiences().isEmpty() ? apiAudiences : question.audiences();
        var request = new AuthenticationRequest("/",
                Map.of("authorization", List.of("Bearer " + question.token())), List.of(), "", wanted);
        var problems = new ArrayList<>(List.of(INVALID));
        for (Plugin<RequestAuthenticator> authenticator : plugins.get().authenticators()) {
            Authentication found = ask(authenticator, request);
            if (found instanceof Authentication.Authenticated authenticated) {
                List<String> audiences = audiences(authenticated, wanted);
                if (!audiences.isEmpty()) {
                    return new TokenFindings(
                            Optional.of(Authenticate.withGroup(authenticated.user())), audiences, List.of());
                }
            } else if (found instanceof Authentication.Rejected rejection) {
                problems.add(rejection.why());
            }
        }
        return new TokenFindings(Optional.empty(), List.of(), problems);
    }

    private static Authentication ask(Plugin<RequestAuthenticator> authenticator, AuthenticationRequest request) {
        try {
            return authenticator.service().authenticate(request);
        } catch (RuntimeException | LinkageError failed) {
            LOG.warn("{} failed to review a token", authenticator, failed);
            return new Authentication.Rejected(authenticator + " failed");
        }
    }

    /** A credential that names no audience is meant for this server. */
    private List<String> audiences(Authentication.Authenticated found, List<String> wanted) {
        List<String> meant = found.audiences().isEmpty() ? apiAudiences : found.audiences();
        return wanted.stream().filter(meant::contains).distinct().toList();
    }

    @Override
    public Verdict decide(AuthorizationRequest request) {
        if (request.user().groups().contains(UserInfo.MASTERS)) {
            return new Verdict(new Decision.Allow(""), List.of());
        }
        var errors = new ArrayList<String>();
        Decision decision = modes.decide(plugins.get(), authorizer -> ask(authorizer, request, errors));
        return new Verdict(decision, errors);
    }

    private static Decision ask(Plugin<Authorizer> authorizer, AuthorizationRequest request, List<String> errors) {
        try {
            return authorizer.service().authorize(request);
        } catch (RuntimeException | LinkageError failed) {
            LOG.warn("{} failed to review access", authorizer, failed);
            errors.add(authorizer + " failed");
            return new Decision.NoOpinion("");
        }
    }

    @Override
    public Rules rules(RulesQuestion question) {
        var resources = new ArrayList<Rules.Resources>();
        var paths = new ArrayList<Rules.Paths>();
        var errors = new ArrayList<String>();
        boolean incomplete = false;
        for (Modes.Asked asked : modes.asked(plugins.get())) {
            Rules some = rules(asked.plugin(), asked.step().type(), question);
            resources.addAll(some.resourceRules());
            paths.addAll(some.pathRules());
            errors.addAll(some.errors());
            incomplete |= some.incomplete();
        }
        return new Rules(resources, paths, incomplete, errors);
    }

    private static Rules rules(Plugin<Authorizer> authorizer, String mode, RulesQuestion question) {
        if (!(authorizer.service() instanceof RuleSource source)) {
            return missing(
                    mode.toLowerCase(Locale.ROOT) + " authorizer does not support user rule resolution");
        }
        try {
            return source.rules(question);
        } catch (RuntimeException | LinkageError failed) {
            LOG.warn("{} failed to list rules", authorizer, failed);
            return missing(authorizer + " failed");
        }
    }

    private static Rules missing(String why) {
        return new Rules(List.of(), List.of(), true, List.of(why));
    }
}
