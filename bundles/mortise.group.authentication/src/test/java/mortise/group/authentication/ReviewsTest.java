package mortise.group.authentication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.UserInfo;
import mortise.spi.authentication.TokenFindings;
import mortise.spi.authentication.TokenQuestion;
import mortise.spi.group.ActionRequest;
import mortise.spi.group.ResourceDefinition;
import mortise.spi.operations.ServerNames;
import org.junit.jupiter.api.Test;

/** Reviews of tokens and of callers; answers and messages are those of a Kubernetes server. */
final class ReviewsTest {

    private static final UserInfo ALICE = new UserInfo("alice", "u-alice", List.of("devs", UserInfo.AUTHENTICATED),
            Map.of("b", List.of("2"), "a", List.of("1", "3")));

    private final List<TokenQuestion> questions = new ArrayList<>();
    private TokenFindings findings = new TokenFindings(Optional.of(ALICE), List.of("api"), List.of());

    private ApiObject post(String plural, String body) {
        var group = new AuthenticationGroup(ServerNames.of("k8s.io", "kubernetes.io"), () -> question -> {
            questions.add(question);
            return findings;
        });
        ResourceDefinition resource = group.resources().stream().filter(one -> one.plural().equals(plural)).findFirst()
                .orElseThrow();
        return resource.virtual().orElseThrow().perform(new ActionRequest(ALICE, "", "", Json.object(body),
                Optional.empty(), Map.of(), false));
    }

    @Test
    void callersAreToldWhoTheyAre() {
        ApiObject answer = post("selfsubjectreviews", "{'kind':'SelfSubjectReview'}");
        assertThat(answer.at("status")).isEqualTo(Json.object("{'userInfo':{'username':'alice','uid':'u-alice',"
                + "'groups':['devs','system:authenticated'],'extra':{'a':['1','3'],'b':['2']}}}").tree());
        assertThat(String.valueOf(answer.at("status", "userInfo", "extra"))).startsWith("{a=");
        assertThat(answer.metadata().creationTimestamp()).matches("....-..-..T..:..:..Z");
    }

    @Test
    void aKnownTokenIsSomebodys() {
        ApiObject answer = post("tokenreviews", "{'spec':{'token':'t','audiences':['api','else']}}");
        assertThat(questions).containsExactly(new TokenQuestion("t", List.of("api", "else")));
        assertThat(answer.at("status", "authenticated")).isEqualTo(true);
        assertThat(answer.at("status", "audiences")).isEqualTo(List.of("api"));
        assertThat(answer.textAt("status", "user", "username")).isEqualTo("alice");
        assertThat(answer.at("status", "error")).isNull();
    }

    @Test
    void anUnknownTokenIsAnErrorInTheAnswer() {
        findings = new TokenFindings(Optional.empty(), List.of(), List.of("invalid bearer token"));
        ApiObject answer = post("tokenreviews", "{'spec':{'token':'t'}}");
        assertThat(answer.at("status")).isEqualTo(
                Json.object("{'user':{},'error':'invalid bearer token'}").tree());
        findings = new TokenFindings(Optional.empty(), List.of(), List.of("a", "b"));
        assertThat(post("tokenreviews", "{'spec':{'token':'t'}}").textAt("status", "error")).isEqualTo("[a, b]");
    }

    @Test
    void aReviewWithoutATokenIsRefused() {
        assertThatThrownBy(() -> post("tokenreviews", "{'spec':{}}"))
                .hasMessage("token is required for TokenReview in authentication");
        assertThat(questions).isEmpty();
    }
}
