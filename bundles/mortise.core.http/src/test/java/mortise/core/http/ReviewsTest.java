package mortise.core.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import mortise.api.ApiException;
import mortise.api.FieldSelector;
import mortise.api.LabelSelector;
import mortise.api.UserInfo;
import mortise.core.http.filter.Modes;
import mortise.core.http.measure.DecisionMetrics;
import mortise.core.http.plugin.TestPlugins;
import mortise.spi.authentication.Authentication;
import mortise.spi.authentication.AuthenticationRequest;
import mortise.spi.authentication.TokenFindings;
import mortise.spi.authentication.TokenQuestion;
import mortise.spi.authorization.AuthorizationRequest;
import mortise.spi.authorization.Authorizer;
import mortise.spi.authorization.Decision;
import mortise.spi.authorization.RuleSource;
import mortise.spi.authorization.Rules;
import mortise.spi.authorization.RulesQuestion;
import org.junit.jupiter.api.Test;

/** What plug-ins say to those who ask for others. */
class ReviewsTest {

    private static final UserInfo ALICE = UserInfo.of("alice", "devs");

    private final TestPlugins plugins = new TestPlugins();

    private Reviews reviews(String... modes) {
        return new Reviews(plugins.registry()::snapshot, Modes.of(List.of(modes), new DecisionMetrics()),
                List.of("api", "api2"));
    }

    private static AuthorizationRequest request(UserInfo user) {
        return new AuthorizationRequest(user, "get", "", true, "", "v1", "pods", "", "ns", "p",
                LabelSelector.EVERYTHING, FieldSelector.EVERYTHING);
    }

    private TokenFindings ask(String token, String... audiences) {
        return reviews().authenticate(new TokenQuestion(token, List.of(audiences)));
    }

    private static Authentication alice(AuthenticationRequest request) {
        return request.bearerToken().filter("a-token"::equals).isPresent()
                ? new Authentication.Authenticated(ALICE) : Authentication.NOT_MINE;
    }

    @Test
    void aTokenThatNamesNoAudienceIsForThisServer() {
        plugins.authenticator("test", 0, false, ReviewsTest::alice);
        UserInfo user = ALICE.withGroup(UserInfo.AUTHENTICATED);
        assertThat(ask("a-token")).isEqualTo(new TokenFindings(Optional.of(user), List.of("api", "api2"), List.of()));
        assertThat(ask("a-token", "api2", "else").audiences()).containsExactly("api2");
        assertThat(ask("a-token", "else").user()).isEmpty();
    }

    @Test
    void aTokenThatNamesNobodyProvesNothing() {
        plugins.authenticator("test", 0, false, request ->
                new Authentication.Authenticated(UserInfo.of(UserInfo.ANONYMOUS, "g")));
        assertThat(ask("a-token").user()).contains(UserInfo.of(UserInfo.ANONYMOUS, "g"));
    }

    @Test
    void aTokenThatNamesAudiencesIsForThose() {
        plugins.authenticator("test", 0, false, request -> request.audiences().contains("else")
                ? new Authentication.Authenticated(ALICE, List.of("else"))
                : new Authentication.Rejected("not for you"));
        assertThat(ask("t", "else", "more").audiences()).containsExactly("else");
        assertThat(ask("t")).isEqualTo(
                new TokenFindings(Optional.empty(), List.of(), List.of("invalid bearer token", "not for you")));
    }

    @Test
    void nobodyIsAnonymousAndABrokenPluginLetsNobodyIn() {
        plugins.authenticator("test", 0, true, request -> new Authentication.Authenticated(ALICE));
        assertThat(ask("x").problems()).containsExactly("invalid bearer token");
        plugins.authenticator("broken", 5, false, request -> {
            throw new IllegalStateException("secret detail");
        });
        plugins.authenticator("test", 1, false, ReviewsTest::alice);
        assertThat(ask("a-token").user()).isPresent();
        assertThat(ask("x").problems()).hasSize(2).noneMatch(problem -> problem.contains("secret detail"))
                .anyMatch(problem -> problem.contains("plug-in broken"));
    }

    @Test
    void accessIsDecidedAsForRequests() {
        plugins.authorizer("test", "First", request -> new Decision.NoOpinion("first knows nothing"));
        plugins.authorizer("test", "Second", request -> request.user().name().equals("bob")
                ? new Decision.Deny("not bob") : new Decision.NoOpinion("neither"));
        Reviews reviews = reviews("First", "Second");
        assertThat(reviews.decide(request(ALICE)).decision())
                .isEqualTo(new Decision.NoOpinion("first knows nothing, neither"));
        assertThat(reviews.decide(request(UserInfo.of("bob"))).decision()).isEqualTo(new Decision.Deny("not bob"));
        assertThat(reviews.decide(request(UserInfo.of("bob", UserInfo.MASTERS))).decision())
                .isEqualTo(new Decision.Allow(""));
        assertThatThrownBy(() -> reviews("First", "Absent").decide(request(ALICE))).isInstanceOf(ApiException.class)
                .hasMessageContaining("Absent");
    }

    @Test
    void anAuthorizerThatFailsIsAnErrorAndNoOpinion() {
        plugins.authorizer("broken", "First", request -> {
            throw new IllegalStateException("secret detail");
        });
        plugins.authorizer("test", "Second", request -> new Decision.Allow("yes"));
        var verdict = reviews("First", "Second").decide(request(ALICE));
        assertThat(verdict.decision()).isEqualTo(new Decision.Allow("yes"));
        assertThat(verdict.errors()).singleElement().asString().contains("plug-in broken").doesNotContain("secret");
    }

    /** Lists one rule. */
    private static final class Listing implements Authorizer, RuleSource {
        @Override
        public Decision authorize(AuthorizationRequest request) {
            return new Decision.NoOpinion("");
        }

        @Override
        public Rules rules(RulesQuestion question) {
            return new Rules(List.of(new Rules.Resources(List.of("get"), List.of(""), List.of("pods"), List.of())),
                    List.of(), false, List.of());
        }
    }

    @Test
    void rulesAreThoseOfAllAuthorizersThatCanTell() {
        plugins.authorizer("test", "RBAC", new Listing());
        var question = new RulesQuestion(ALICE, "ns");
        assertThat(reviews("RBAC").rules(question).incomplete()).isFalse();
        plugins.authorizer("test", "Webhook", request -> new Decision.NoOpinion(""));
        Rules rules = reviews("RBAC", "Webhook").rules(question);
        assertThat(rules.resourceRules()).hasSize(1);
        assertThat(rules.incomplete()).isTrue();
        assertThat(rules.errors()).containsExactly("webhook authorizer does not support user rule resolution");
    }

    @Test
    void theServerAnswersWithItsOwnModesAndAudiences() throws Exception {
        try (var server = TestServer.open("authorization_mode", new String[] {"Only"},
                "service_account_issuer", new String[] {"https://me"})) {
            server.plugins.authorizer("test", "Only", request -> new Decision.Allow("only"));
            assertThat(server.server.decide(request(ALICE)).decision()).isEqualTo(new Decision.Allow("only"));
            assertThat(server.server.authenticate(new TokenQuestion("t", List.of())).audiences())
                    .containsExactly("https://me");
            server.reconfigure("authorization_mode", new String[] {"Absent"});
            assertThatThrownBy(() -> server.server.decide(request(ALICE))).isInstanceOf(ApiException.class);
        }
    }
}
