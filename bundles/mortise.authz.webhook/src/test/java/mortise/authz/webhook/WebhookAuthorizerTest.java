package mortise.authz.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import mortise.api.ApiException;
import mortise.api.FieldSelector;
import mortise.api.LabelSelector;
import mortise.api.UserInfo;
import mortise.spi.authorization.AuthorizationRequest;
import mortise.spi.authorization.AuthorizerOrder.Step;
import mortise.spi.authorization.Decision;
import mortise.spi.operations.MetricFamily.Value;
import mortise.spi.operations.MetricFamily;
import mortise.tck.authorization.AuthorizationRequests;
import mortise.tck.peer.Peer;
import mortise.tck.peer.Pki;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Asks a real server over HTTPS. */
class WebhookAuthorizerTest {

    private static final UserInfo BOB =
            new UserInfo("bob", "7", List.of("devs", UserInfo.AUTHENTICATED), Map.of("scope", List.of("a", "b")));
    private static final AuthorizationRequest GET = AuthorizationRequests.resource(BOB, "get", "apps", "deployments",
            "ns", "web");
    private static final Pki PKI = new Pki();

    @TempDir
    private Path directory;
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-01-01T00:00:00Z"));
    private final List<WebhookAuthorizer> opened = new ArrayList<>();
    private Peer peer;
    private Path kubeconfig;

    @BeforeEach
    void begin() {
        peer = Peer.secure(PKI, "127.0.0.1");
        kubeconfig = Hooks.kubeconfig(directory.resolve("kubeconfig"), peer.url(), PKI);
    }

    @AfterEach
    void end() {
        opened.forEach(WebhookAuthorizer::stop);
        peer.close();
    }

    private WebhookAuthorizer open(Object... settings) {
        var authorizer = new WebhookAuthorizer(Hooks.config(settings), Hooks.NAMES, now::get, false);
        opened.add(authorizer);
        return authorizer;
    }

    private WebhookAuthorizer byFlags(Object... more) {
        var settings = new ArrayList<Object>(List.of("authorization_webhook_config_file", kubeconfig.toString(),
                "authorization_webhook_version", "v1"));
        settings.addAll(List.of(more));
        return open(settings.toArray());
    }

    private WebhookAuthorizer byFile(String... hookLines) {
        Path file = Hooks.write(directory.resolve("config"), Hooks.HEAD + Hooks.hook("hook.example.com", kubeconfig,
                hookLines));
        return open("authorization_config", file.toString());
    }

    private static Decision ask(WebhookAuthorizer authorizer, AuthorizationRequest request) {
        return authorizer.steps().get(0).authorizer().orElseThrow().authorize(request);
    }

    private static double metric(WebhookAuthorizer authorizer, String name, String... labels) {
        MetricFamily family = authorizer.metrics().stream()
                .filter(one -> one.name().equals("apiserver_authorization_" + name)).findAny().orElseThrow();
        return family.samples().stream().filter(sample -> sample.labelValues().equals(List.of(labels)))
                .mapToDouble(sample -> ((Value) sample).value()).sum();
    }

    @Test
    void theServerIsToldEverythingInTheOlderVersion() {
        peer.answers(200, Hooks.status("'allowed':true,'reason':'because'").replace("/v1", "/v1beta1"));
        assertThat(byFlags("authorization_webhook_version", "v1beta1").authorize(GET))
                .isEqualTo(new Decision.Allow("because"));
        Peer.Seen seen = peer.last();
        assertThat(seen.target()).startsWith("/review?timeout=");
        assertThat(seen.header("authorization")).isEqualTo("Bearer secret");
        assertThat(Hooks.json(seen.body())).isEqualTo(Hooks.json("""
                {"kind":"SubjectAccessReview","apiVersion":"authorization.k8s.io/v1beta1","metadata":{},"spec":{
                "resourceAttributes":{"namespace":"ns","verb":"get","group":"apps","version":"v1",
                "resource":"deployments","name":"web"},"user":"bob","group":["devs","system:authenticated"],
                "extra":{"scope":["a","b"]},"uid":"7"},"status":{"allowed":false}}"""));
    }

    @Test
    void selectorsAndPathsAreTold() {
        peer.answers(200, Hooks.status(""));
        WebhookAuthorizer authorizer = byFlags();
        authorizer.authorize(new AuthorizationRequest(BOB, "list", "/x", true, "", "v1", "pods", "", "", "",
                LabelSelector.parse("a=b,c notin (e,d),f,!g,h>1"), FieldSelector.parse("x=y,z!=")));
        assertThat(Hooks.json(peer.last().body()).get("spec")).isEqualTo(Hooks.json("""
                {"resourceAttributes":{"verb":"list","version":"v1","resource":"pods","fieldSelector":{"requirements":[
                {"key":"x","operator":"In","values":["y"]},{"key":"z","operator":"NotIn","values":[""]}]},
                "labelSelector":{"requirements":[{"key":"a","operator":"In","values":["b"]},
                {"key":"c","operator":"NotIn","values":["d","e"]},{"key":"f","operator":"Exists"},
                {"key":"g","operator":"DoesNotExist"}]}},"user":"bob","groups":["devs","system:authenticated"],
                "extra":{"scope":["a","b"]},"uid":"7"}"""));
        authorizer.authorize(AuthorizationRequests.path(UserInfo.of("eve"), "post", "/metrics"));
        assertThat(Hooks.json(peer.last().body()).get("spec")).isEqualTo(Hooks.json(
                "{\"nonResourceAttributes\":{\"path\":\"/metrics\",\"verb\":\"post\"},\"user\":\"eve\"}"));
    }

    @Test
    void theServerDecides() {
        WebhookAuthorizer authorizer = byFile("failurePolicy: NoOpinion", "cacheAuthorizedRequests: false",
                "cacheUnauthorizedRequests: false");
        Map<String, Decision> answers = Map.of("'allowed':true", new Decision.Allow(""),
                "'allowed':false,'denied':true,'reason':'no'", new Decision.Deny("no"),
                "'allowed':true,'denied':true,'reason':'both'", new Decision.Deny("both"),
                "'allowed':false,'reason':'perhaps'", new Decision.NoOpinion("perhaps"),
                "'allowed':false,'evaluationError':'x'", new Decision.NoOpinion(""));
        answers.forEach((status, decision) -> {
            peer.answers(200, Hooks.status(status));
            assertThat(ask(authorizer, GET)).isEqualTo(decision);
        });
        assertThat(peer.seen()).hasSize(answers.size());
    }

    @Test
    void answersCountForAWhile() {
        WebhookAuthorizer authorizer = byFlags();
        peer.answers(200, Hooks.status("'allowed':true"));
        authorizer.authorize(GET);
        now.set(now.get().plusSeconds(299));
        authorizer.authorize(GET);
        assertThat(peer.seen()).hasSize(1);
        authorizer.authorize(AuthorizationRequests.resource(UserInfo.of("bob"), "get", "apps", "deployments", "ns",
                "web"));
        assertThat(peer.seen()).as("another user is another question").hasSize(2);
        now.set(now.get().plusSeconds(1));
        peer.answers(200, Hooks.status("'denied':true"));
        assertThat(authorizer.authorize(GET)).isEqualTo(new Decision.Deny(""));
        now.set(now.get().plusSeconds(29));
        authorizer.authorize(GET);
        assertThat(peer.seen()).hasSize(3);
        now.set(now.get().plusSeconds(1));
        authorizer.authorize(GET);
        assertThat(peer.seen()).hasSize(4);
    }

    @Test
    void longQuestionsAreNotKept() {
        peer.answers(200, Hooks.status("'allowed':true"));
        WebhookAuthorizer authorizer = byFlags();
        for (int i = 0; i < 2; i++) {
            authorizer.authorize(AuthorizationRequests.path(BOB, "get", "/" + "x".repeat(9_995)));
        }
        assertThat(peer.seen()).hasSize(1);
        for (int i = 0; i < 2; i++) {
            authorizer.authorize(AuthorizationRequests.path(BOB, "get", "/" + "x".repeat(9_996)));
        }
        assertThat(peer.seen()).hasSize(3);
    }

    @Test
    void whatFailsIsDecidedByThePolicy() {
        WebhookAuthorizer open = byFile("failurePolicy: NoOpinion");
        WebhookAuthorizer closed = byFile("failurePolicy: Deny");
        for (String broken : List.of("", "[]", "{}", "{\"kind\":\"Status\",\"apiVersion\":\"v1\"}",
                Hooks.status("'allowed':'yes'"), Hooks.status("'allowed':true").replace("/v1", "/v1beta1"),
                "<html>")) {
            peer.answers(200, broken);
            assertThat(ask(open, GET)).as(broken).isInstanceOf(Decision.NoOpinion.class);
            assertThat(ask(closed, GET)).as(broken).isEqualTo(
                    new Decision.Deny("the authorizer hook.example.com could not be asked"));
        }
        peer.answers(404, Hooks.status("'allowed':true"));
        assertThat(ask(closed, GET)).isInstanceOf(Decision.Deny.class);
        peer.close();
        Path gone = Hooks.write(directory.resolve("gone"), Hooks.HEAD + Hooks.hook("gone", kubeconfig,
                "failurePolicy: Deny").replace("timeout: 30s", "timeout: 200ms"));
        assertThat(ask(open("authorization_config", gone.toString()), GET)).isInstanceOf(Decision.Deny.class);
        assertThat(metric(open, "webhook_evaluations_total", "hook.example.com", "error")).isEqualTo(7);
        assertThat(metric(open, "webhook_evaluations_fail_open_total", "hook.example.com", "error")).isEqualTo(7);
        assertThat(metric(closed, "webhook_evaluations_fail_open_total", "hook.example.com", "error")).isZero();
    }

    @Test
    void aServerThatIsBusyIsAskedAgain() {
        var calls = new AtomicInteger();
        peer.answers((exchange, seen) -> {
            boolean busy = calls.incrementAndGet() < 3;
            Peer.send(exchange, busy ? 500 : 200, busy ? "" : Hooks.status("'allowed':true"));
        });
        WebhookAuthorizer authorizer = byFlags();
        assertThat(authorizer.authorize(GET)).isEqualTo(new Decision.Allow(""));
        assertThat(metric(authorizer, "webhook_evaluations_total", "default", "error")).isEqualTo(2);
        assertThat(metric(authorizer, "webhook_evaluations_total", "default", "success")).isEqualTo(1);
    }

    @Test
    void aServerThatIsSlowHasItsTimeout() {
        peer.answers((exchange, seen) -> {
            try {
                Thread.currentThread().join(1_000);
            } catch (InterruptedException over) {
                Thread.currentThread().interrupt();
            }
        });
        Path file = Hooks.write(directory.resolve("slow"), Hooks.HEAD + Hooks.hook("slow", kubeconfig,
                "failurePolicy: Deny").replace("timeout: 30s", "timeout: 100ms"));
        WebhookAuthorizer authorizer = open("authorization_config", file.toString());
        assertThat(ask(authorizer, GET)).isInstanceOf(Decision.Deny.class);
        assertThat(metric(authorizer, "webhook_evaluations_total", "slow", "timeout")).isEqualTo(1);
    }

    @Test
    void conditionsSayWhetherTheServerIsAsked() {
        peer.answers(200, Hooks.status("'allowed':true"));
        WebhookAuthorizer authorizer = byFile("failurePolicy: Deny", "matchConditions:",
                "- expression: \"request.extra['team'][0] == 'x'\"",
                "- expression: has(request.resourceAttributes)",
                "- expression: request.resourceAttributes.namespace == 'ns'",
                "- expression: request.user != 'bob'");
        assertThat(ask(authorizer, GET)).as("false wins over what has no value").isEqualTo(new Decision.NoOpinion(""));
        assertThat(ask(authorizer, AuthorizationRequests.path(BOB, "get", "/")))
                .isEqualTo(new Decision.NoOpinion(""));
        UserInfo amy = new UserInfo("amy", "", List.of(), Map.of("team", List.of("x")));
        UserInfo tom = UserInfo.of("tom");
        assertThat(ask(authorizer, AuthorizationRequests.resource(amy, "get", "", "pods", "ns", "")))
                .isEqualTo(new Decision.Allow(""));
        assertThat(ask(authorizer, AuthorizationRequests.resource(tom, "get", "", "pods", "ns", "")))
                .isEqualTo(new Decision.Deny("a match condition of the authorizer hook.example.com failed"));
        assertThat(peer.seen()).hasSize(1);
        assertThat(metric(authorizer, "match_condition_exclusions_total", "hook.example.com", "Webhook")).isEqualTo(2);
        assertThat(metric(authorizer, "match_condition_evaluation_errors_total", "hook.example.com", "Webhook"))
                .isEqualTo(1);
    }

    @Test
    void whoeverWasTakenAwayIsNotPassedOver() {
        WebhookAuthorizer authorizer = byFlags();
        authorizer.stop();
        assertThatThrownBy(() -> authorizer.authorize(GET)).isInstanceOf(ApiException.class);
    }

    @Test
    void aChangedFileCountsAndABrokenOneDoesNot() {
        WebhookAuthorizer authorizer = byFile();
        Path file = directory.resolve("config");
        List<Step> before = authorizer.steps();
        authorizer.look();
        assertThat(authorizer.steps()).isSameAs(before);
        Hooks.write(file, Hooks.HEAD + Hooks.hook("other", kubeconfig) + Hooks.hook("hook.example.com", kubeconfig));
        authorizer.look();
        assertThat(authorizer.steps()).extracting(Step::name).containsExactly("other", "hook.example.com");
        assertThat(authorizer.steps().get(1).authorizer()).as("keeps its answers").isEqualTo(
                before.get(0).authorizer());
        List<Step> good = authorizer.steps();
        for (String broken : List.of("", "{", Hooks.HEAD + "- {type: RBAC, name: rbac}\n",
                Hooks.HEAD + Hooks.hook("x", directory.resolve("absent")))) {
            Hooks.write(file, broken);
            authorizer.look();
            assertThat(authorizer.steps()).as(broken).isSameAs(good);
            assertThat(authorizer.isOutdated()).as(broken).isTrue();
        }
        Hooks.write(file, Hooks.HEAD + Hooks.hook("other", kubeconfig));
        authorizer.look();
        assertThat(authorizer.isOutdated()).isFalse();
        assertThat(authorizer.steps()).hasSize(1);
        assertThat(metric(authorizer, "config_controller_automatic_reloads_total", "success")).isEqualTo(2);
        assertThat(metric(authorizer, "config_controller_automatic_reloads_total", "failure")).isEqualTo(4);
    }

    @Test
    void modesOfTheFileStandInItsOrder() {
        Path file = Hooks.write(directory.resolve("config"), Hooks.HEAD + "- {type: Node, name: node}\n"
                + Hooks.hook("a", kubeconfig) + "- {type: RBAC, name: rbac}\n");
        WebhookAuthorizer authorizer = open("authorization_config", file.toString());
        assertThat(authorizer.steps()).extracting(Step::type).containsExactly("Node", "Webhook", "RBAC");
        assertThat(authorizer.steps().get(0).authorizer()).isEmpty();
        assertThat(authorizer.authorize(GET)).as("there is no server by flags")
                .isEqualTo(new Decision.NoOpinion(""));
    }

    @Test
    void contradictionsEndTheStart() {
        String config = Hooks.write(directory.resolve("config"), Hooks.HEAD + "- {type: RBAC, name: rbac}")
                .toString();
        for (Object[] other : List.of(new Object[] {"authorization_mode", new String[] {"RBAC"}},
                new Object[] {"authorization_webhook_config_file", kubeconfig.toString()},
                new Object[] {"authorization_webhook_version", "v1"},
                new Object[] {"authorization_webhook_cache_authorized_ttl", "1s"},
                new Object[] {"authorization_webhook_cache_unauthorized_ttl", "1s"})) {
            refused("--authorization-config can not be specified when --authorization-mode or"
                    + " --authorization-webhook-* flags are defined", "authorization_config", config, other[0],
                    other[1]);
        }
        refused("authorization-mode Webhook's authorization config file not passed",
                "authorization_mode", new String[] {"RBAC,Webhook"});
        refused("cannot specify --authorization-webhook-config-file without mode Webhook",
                "authorization_mode", new String[] {"RBAC"}, "authorization_webhook_config_file", "/x");
        refused("authorization.webhook.version: \"v2\"", "authorization_webhook_version", "v2");
        refused("authorization.webhook.cache.authorized.ttl", "authorization_webhook_cache_authorized_ttl", "soon");
        refused("authorization.config: there is no file", "authorization_config",
                directory.resolve("absent").toString());
        refused("an authorizer of type ABAC needs --authorization-policy-file", "authorization_config",
                Hooks.write(directory.resolve("abac"), Hooks.HEAD + "- {type: ABAC, name: abac}").toString());
        refused("authorization.webhook.config.file: ", "authorization_webhook_config_file",
                directory.resolve("absent").toString());
    }

    private void refused(String message, Object... settings) {
        assertThatIllegalArgumentException().isThrownBy(() -> open(settings)).withMessageContaining(message);
    }
}
