package mortise.core.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.http.HttpResponse;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import mortise.spi.authorization.Authorizer;
import mortise.spi.authorization.AuthorizerOrder;
import mortise.spi.authorization.AuthorizerOrder.Step;
import mortise.spi.authorization.Decision;

import org.junit.jupiter.api.Test;

/** Who is asked when a file says it. */
class AuthorizerOrderTest {

    private static final String PATH = "/api/v1/namespaces/ns/configmaps";
    private static final Authorizer ALLOW = request -> new Decision.Allow("");
    private static final Authorizer DENY = request -> new Decision.Deny("no");
    private static final Authorizer PASS = request -> new Decision.NoOpinion("not mine");

    private static Step own(String name, Authorizer authorizer) {
        return new Step("Webhook", name, Optional.of(authorizer), 30);
    }

    private static HttpResponse<String> ask(TestServer server) throws Exception {
        return server.get(PATH, "Authorization", "Bearer alice");
    }

    @Test
    void untilSomebodyReadsTheFileNobodyIsLetThrough() throws Exception {
        try (var server = TestServer.withTokens("authorization_config", "/somewhere")) {
            HttpResponse<String> refused = ask(server);
            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.body()).contains("authorization.config is set and no plug-in reads it");
            Runnable remove = server.plugins.order(() -> List.of(own("a", ALLOW)));
            assertThat(ask(server).statusCode()).isEqualTo(200);
            remove.run();
            assertThat(ask(server).statusCode()).isEqualTo(503);
        }
    }

    @Test
    void theOrderCountsAndCanChange() throws Exception {
        var steps = new AtomicReference<>(List.of(own("a", PASS), own("b", DENY), own("c", ALLOW)));
        try (var server = TestServer.withTokens("authorization_config", "/somewhere")) {
            server.plugins.order(steps::get);
            assertThat(ask(server).body()).contains("in the namespace \\\"ns\\\": no");
            steps.set(List.of(own("a", PASS), own("c", ALLOW), own("b", DENY)));
            assertThat(ask(server).statusCode()).isEqualTo(200);
            steps.set(List.of(own("a", PASS)));
            assertThat(ask(server).body()).contains("in the namespace \\\"ns\\\": not mine");
            steps.set(List.of(own("a", PASS), Step.ofMode("Absent")));
            assertThat(ask(server).body()).contains("authorization mode Absent is configured and no plug-in");
            server.plugins.authorizer("test", "Absent", ALLOW);
            assertThat(ask(server).statusCode()).isEqualTo(200);
            assertThat(server.server.metrics().stream()
                    .filter(family -> family.name().equals("apiserver_authorization_decisions_total"))
                    .flatMap(family -> family.samples().stream()).map(sample -> sample.labelValues()))
                    .containsExactlyInAnyOrder(List.of("denied", "b", "Webhook"), List.of("allowed", "c", "Webhook"),
                            List.of("allowed", "absent", "Absent"));
        }
    }

    @Test
    void withoutAFileNobodyIsAskedForTheOrder() throws Exception {
        try (var server = TestServer.withTokens("authorization_mode", new String[] {"Rules"})) {
            server.plugins.order(() -> List.of(own("a", ALLOW)));
            server.plugins.authorizer("test", "Rules", DENY);
            assertThat(ask(server).statusCode()).isEqualTo(403);
        }
    }

    @Test
    void nobodyIsAnonymousWhereTheFileHasAlwaysAllow() throws Exception {
        var steps = new AtomicReference<>(List.of(Step.ofMode("Rules")));
        try (var server = TestServer.withTokens("authorization_config", "/somewhere")) {
            server.withAnonymous("Rules").plugins.order(steps::get);
            assertThat(server.get(PATH).statusCode()).isEqualTo(200);
            steps.set(List.of(Step.ofMode("Rules"), Step.ofMode("AlwaysAllow")));
            assertThat(server.get(PATH).statusCode()).isEqualTo(401);
        }
    }

    @Test
    void healthSaysWhetherTheFileIsInForce() throws Exception {
        var outdated = new AtomicBoolean();
        try (var server = TestServer.withTokens("authorization_config", "/somewhere")) {
            var check = new OrderCheck(server.plugins.registry()::snapshot);
            assertThat(check.failure()).isPresent();
            server.plugins.order(new AuthorizerOrder() {
                @Override
                public List<Step> steps() {
                    return List.of(Step.ofMode("Rules"));
                }

                @Override
                public boolean isOutdated() {
                    return outdated.get();
                }
            });
            assertThat(check.failure()).isEmpty();
            assertThat(check.warning()).isEmpty();
            outdated.set(true);
            assertThat(check.failure()).isEmpty();
            assertThat(check.warning()).contains("the file cannot be used, an earlier one is in force");
        }
    }

    @Test
    void mastersNeedNoOrder() throws Exception {
        try (var server = TestServer.open("authorization_config", "/somewhere")) {
            assertThat(server.get(PATH).statusCode()).isEqualTo(200);
        }
    }

    @Test
    void aModeStandsInTheListOnce() throws Exception {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TestServer("authorization_mode", new String[] {"RBAC,RBAC"}))
                .withMessage("authorization.mode: authorization-mode \"RBAC\" has mode specified more than once");
    }
}
