package mortise.authn.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import mortise.api.UserInfo;
import mortise.core.kubeconfig.KubeconfigClient;
import mortise.spi.authentication.Authentication;
import mortise.spi.operations.MetricFamily;
import mortise.spi.operations.MetricFamily.Value;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WebhookAuthenticatorTest {

    private static final String ISSUER = "https://kubernetes.default.svc";

    @TempDir
    private Path folder;
    private World world;

    @BeforeEach
    void start() {
        world = new World(folder);
    }

    @AfterEach
    void stop() {
        world.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"v1", "v1beta1"})
    void theServerIsAskedInTheConfiguredVersion(String version) {
        WebhookAuthenticator authenticator = world.asking(Map.of("version", version));
        var user = new UserInfo("jane", "u-1", List.of("devs", "ops"), Map.of("example.com/k", List.of("v")));
        assertThat(World.ask(authenticator, ReviewServer.GOOD))
                .isEqualTo(new Authentication.Authenticated(user, List.of(ISSUER)));
        assertThat(world.server.reviews()).containsExactly(Map.of(
                "kind", "TokenReview", "apiVersion", "authentication.k8s.io/" + version, "metadata", Map.of(),
                "spec", Map.of("token", ReviewServer.GOOD, "audiences", List.of(ISSUER))));
        assertThat(world.server.targets())
                .containsExactly("POST /reviews?timeout=30s Bearer s3cret-of-the-server");
    }

    @Test
    void aTokenThatTheServerDoesNotKnowMayBeSomebodyElses() {
        WebhookAuthenticator authenticator = world.asking(Map.of());
        assertThat(World.ask(authenticator, "stranger")).isEqualTo(Authentication.NOT_MINE);
        assertThat(World.refusal(World.ask(authenticator, ReviewServer.BAD))).isEqualTo("not in the directory");
    }

    @Test
    void answersHoldForAWhileAndReasonsDoNot() {
        WebhookAuthenticator authenticator = world.asking(Map.of("ttl", "30s"));
        for (int i = 0; i < 3; i++) {
            World.known(World.ask(authenticator, ReviewServer.GOOD));
            World.ask(authenticator, "stranger");
        }
        assertThat(world.server.reviews()).hasSize(2);
        world.later(Duration.ofSeconds(30));
        World.ask(authenticator, ReviewServer.GOOD);
        assertThat(world.server.reviews()).hasSize(3);
        World.ask(authenticator, ReviewServer.BAD);
        World.ask(authenticator, ReviewServer.BAD);
        assertThat(world.server.reviews()).hasSize(5);
    }

    @Test
    void withoutACacheEveryTokenIsAskedAbout() {
        WebhookAuthenticator authenticator = world.asking(Map.of("ttl", "0"));
        World.ask(authenticator, ReviewServer.GOOD);
        World.ask(authenticator, ReviewServer.GOOD);
        assertThat(world.server.reviews()).hasSize(2);
    }

    @Test
    void audiencesAreThoseAskedForThatTheServerNames() {
        WebhookAuthenticator authenticator = world.asking(Map.of("audiences", "api,kube"));
        assertThat(World.known(World.ask(authenticator, ReviewServer.GOOD)).audiences())
                .containsExactly("api", "kube");
        assertThat(World.ask(authenticator, ReviewServer.GOOD, List.of("other")))
                .as("an answer without audiences is for this server").isEqualTo(Authentication.NOT_MINE);
        world.server.answersStatus(
                "{\"authenticated\":true,\"user\":{\"username\":\"jane\"},\"audiences\":[\"other\",\"kube\"]}");
        assertThat(World.known(World.ask(authenticator, "t2")).audiences()).containsExactly("kube");
        assertThat(World.known(World.ask(authenticator, "t2", List.of("other", "more"))).audiences())
                .containsExactly("other");
        assertThat(World.ask(authenticator, "t2", List.of("more"))).isEqualTo(Authentication.NOT_MINE);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '!', quoteCharacter = '~', value = {
        "{\"authenticated\":true} ! it names no user",
        "{\"authenticated\":true,\"user\":{\"groups\":[\"system:masters\"]}} ! it names no user",
        "{\"authenticated\":\"true\",\"user\":{\"username\":\"jane\"}} ! authenticated is neither true nor false",
        "{\"authenticated\":true,\"user\":{\"username\":1}} ! username is not a text",
        "{\"authenticated\":true,\"user\":{\"username\":\"jane\",\"groups\":\"g\"}} ! groups is not a list",
        "{\"authenticated\":true,\"user\":{\"username\":\"jane\",\"groups\":[null]}} ! holds what is not a text",
        "{\"authenticated\":true,\"user\":{\"username\":\"jane\",\"extra\":{\"k\":\"v\"}}} ! extra is not a list",
        "{\"authenticated\":true,\"user\":[]} ! user is not an object",
        "[] ! status is not an object"})
    void whatIsNoAnswerProvesNothing(String status, String message) {
        world.server.answersStatus(status);
        WebhookAuthenticator authenticator = world.asking(Map.of());
        assertThat(World.refusal(World.ask(authenticator, ReviewServer.GOOD))).contains(message);
        world.server.answers(ReviewServer::usual);
        World.known(World.ask(authenticator, ReviewServer.GOOD));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '!', quoteCharacter = '~', value = {
        "nothing ! it is not JSON",
        "[1] ! the document is not an object",
        "{\"kind\":\"SubjectAccessReview\",\"apiVersion\":\"authentication.k8s.io/v1beta1\","
            + "\"status\":{\"authenticated\":true,\"user\":{\"username\":\"jane\"}}} ! no TokenReview",
        "{\"kind\":\"TokenReview\",\"apiVersion\":\"authentication.k8s.io/v1\","
            + "\"status\":{\"authenticated\":true,\"user\":{\"username\":\"jane\"}}}"
            + "! it is no TokenReview of authentication.k8s.io/v1beta1"})
    void aDocumentOfAnotherKindProvesNothing(String document, String message) {
        world.server.answers((exchange, review) -> ReviewServer.send(exchange, 200, document));
        assertThat(World.refusal(World.ask(world.asking(Map.of()), ReviewServer.GOOD))).contains(message);
    }

    @Test
    void anAnswerWithoutAStatusIsNone() {
        world.server.answersStatus("null");
        assertThat(World.ask(world.asking(Map.of()), ReviewServer.GOOD)).isEqualTo(Authentication.NOT_MINE);
    }

    @Test
    void anAnswerThatIsTooLargeIsAFailure() {
        world.server.answers((exchange, review) -> ReviewServer.send(exchange, 200, " ".repeat(2 << 20)));
        assertThat(World.refusal(World.ask(world.asking(Map.of()), ReviewServer.GOOD))).contains("larger than");
    }

    @Test
    void aFailureThatMayPassIsTriedAgain() {
        AtomicInteger questions = new AtomicInteger();
        world.server.answers((exchange, review) -> {
            int number = questions.incrementAndGet();
            if (number == 1) {
                exchange.sendResponseHeaders(200, 10);
                exchange.getResponseBody().write('x');
                throw new IOException("broken on purpose");
            } else if (number < 5) {
                ReviewServer.send(exchange, List.of(429, 500, 504).get(number - 2), "busy");
            } else {
                ReviewServer.usual(exchange, review);
            }
        });
        World.known(World.ask(world.asking(Map.of()), ReviewServer.GOOD));
        assertThat(questions).hasValue(5);
    }

    @Test
    void aFailureThatStaysIsARefusalThatDoesNotHold() {
        world.server.answers((exchange, review) -> ReviewServer.send(exchange, 500, "broken"));
        WebhookAuthenticator authenticator = world.asking(Map.of());
        assertThat(World.refusal(World.ask(authenticator, ReviewServer.GOOD)))
                .contains("answers with status 500").doesNotContain(ReviewServer.GOOD);
        assertThat(world.server.reviews()).hasSize(5);
        world.server.answers((exchange, review) -> ReviewServer.send(exchange, 403, "no"));
        assertThat(World.refusal(World.ask(authenticator, ReviewServer.GOOD))).contains("answers with status 403");
        assertThat(world.server.reviews()).as("not tried again").hasSize(6);
        world.server.answers(ReviewServer::usual);
        World.known(World.ask(authenticator, ReviewServer.GOOD));
    }

    @Test
    void nobodyToAskIsARefusal() {
        WebhookAuthenticator authenticator = world.asking(Map.of());
        world.server.close();
        assertThat(World.refusal(World.ask(authenticator, ReviewServer.GOOD)))
                .contains("the webhook gives no answer").doesNotContain(ReviewServer.GOOD);
    }

    @Test
    void requestsWithTheSameTokenAskOnce() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        world.server.answers((exchange, review) -> {
            asked.countDown();
            await(released);
            ReviewServer.usual(exchange, review);
        });
        WebhookAuthenticator authenticator = world.asking(Map.of("ttl", "0"));
        ExecutorService threads = Executors.newCachedThreadPool();
        List<Future<Authentication>> answers = new ArrayList<>();
        answers.add(threads.submit(() -> World.ask(authenticator, ReviewServer.GOOD)));
        await(asked);
        for (int i = 0; i < 9; i++) {
            answers.add(threads.submit(() -> World.ask(authenticator, ReviewServer.GOOD)));
        }
        while (value(authenticator, "active_fetch_count", "blocked") < 9) {
            Thread.onSpinWait();
        }
        released.countDown();
        for (Future<Authentication> answer : answers) {
            World.known(answer.get());
        }
        threads.shutdown();
        assertThat(world.server.reviews()).hasSize(1);
        assertThat(value(authenticator, "active_fetch_count", "blocked")).isZero();
    }

    @Test
    void whoStopsWaitingDoesNotSpoilItForOthers() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        AtomicInteger questions = new AtomicInteger();
        world.server.answers((exchange, review) -> {
            if (questions.incrementAndGet() == 1) {
                asked.countDown();
                await(released);
            }
            ReviewServer.usual(exchange, review);
        });
        WebhookAuthenticator authenticator = world.asking(Map.of());
        ExecutorService threads = Executors.newCachedThreadPool();
        Future<Authentication> first = threads.submit(() -> World.ask(authenticator, ReviewServer.GOOD));
        await(asked);
        Future<Authentication> second = threads.submit(() -> World.ask(authenticator, ReviewServer.GOOD));
        while (value(authenticator, "active_fetch_count", "blocked") < 1) {
            Thread.onSpinWait();
        }
        first.cancel(true);
        World.known(second.get());
        released.countDown();
        threads.shutdown();
        assertThat(questions).hasValue(2);
    }

    @Test
    void aFloodOfTokensFillsOnlyItsLimit() {
        var cache = new AnswerCache(Duration.ofMinutes(2), 100, world, new CacheMetrics());
        for (int i = 0; i < 100_000; i++) {
            cache.get("token-" + i, List.of(), () -> new Webhook.Finding(Authentication.NOT_MINE, true, false));
        }
        assertThat(cache.size()).isEqualTo(100);
    }

    @Test
    void aTokenIsNotMistakenForAnotherWithAudiences() {
        var cache = new AnswerCache(Duration.ofMinutes(2), 100, world, new CacheMetrics());
        AtomicInteger questions = new AtomicInteger();
        for (List<String> audiences : List.of(List.<String>of(), List.of("a"), List.of("a", "b"), List.of("ab"))) {
            cache.get("t", audiences, () -> {
                questions.incrementAndGet();
                return new Webhook.Finding(Authentication.NOT_MINE, true, false);
            });
        }
        assertThat(questions).hasValue(4);
    }

    @Test
    void aChangedFileNamesAnotherServerAndABrokenOneChangesNothing() {
        try (ReviewServer other = new ReviewServer()) {
            WebhookAuthenticator authenticator = world.asking(Map.of("ttl", "0"));
            World.ask(authenticator, ReviewServer.GOOD);
            world.write(other.kubeconfig() + "# and more\n");
            world.later(KubeconfigClient.LOOK_PERIOD);
            World.known(World.ask(authenticator, ReviewServer.GOOD));
            world.write("current-context: nothing");
            world.later(KubeconfigClient.LOOK_PERIOD);
            World.known(World.ask(authenticator, ReviewServer.GOOD));
            assertThat(world.server.reviews()).hasSize(1);
            assertThat(other.reviews()).hasSize(2);
        }
    }

    @Test
    void whatTheCacheDoesIsCounted() {
        WebhookAuthenticator authenticator = world.asking(Map.of());
        World.ask(authenticator, ReviewServer.GOOD);
        World.ask(authenticator, ReviewServer.GOOD);
        World.ask(authenticator, ReviewServer.GOOD);
        world.server.answers((exchange, review) -> ReviewServer.send(exchange, 403, ""));
        World.ask(authenticator, "other");
        assertThat(value(authenticator, "request_total", "hit")).isEqualTo(2);
        assertThat(value(authenticator, "request_total", "miss")).isEqualTo(2);
        assertThat(value(authenticator, "fetch_total", "ok")).isEqualTo(1);
        assertThat(value(authenticator, "fetch_total", "error")).isEqualTo(1);
        assertThat(value(authenticator, "active_fetch_count", "in_flight")).isZero();
    }

    @Test
    void withoutAFileNothingIsKnown() {
        WebhookAuthenticator authenticator = world.configured(Optional.empty(), Map.of("audiences", "a"));
        assertThat(World.ask(authenticator, ReviewServer.GOOD)).isEqualTo(Authentication.NOT_MINE);
        assertThat(authenticator.metrics()).isEmpty();
    }

    @Test
    void aTokenThatIsTooLongIsNotAskedAbout() {
        assertThat(World.ask(world.asking(Map.of()), "x".repeat((64 << 10) + 1)))
                .isEqualTo(Authentication.NOT_MINE);
        assertThat(world.server.reviews()).isEmpty();
    }

    @Test
    void settingsThatCannotBeUsedEndTheStartWithOneLine() {
        assertThatThrownBy(() -> world.asking(Map.of("version", "v2")))
                .hasMessage("authentication.token.webhook.version is \"v2\": must be v1 or v1beta1");
        assertThatThrownBy(() -> world.asking(Map.of("ttl", "soon"))).hasMessageContaining("cache.ttl is \"soon\"");
        assertThatThrownBy(() -> world.asking(Map.of("ttl", "-1s"))).hasMessageContaining("cache.ttl is \"-1s\"");
        assertThatThrownBy(() -> world.configured(Optional.of(folder.resolve("none").toString()), Map.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("authentication.token.webhook.config.file: ").hasMessageContaining("none")
                .hasMessageNotContaining("\n");
    }

    private static double value(WebhookAuthenticator authenticator, String name, String status) {
        for (MetricFamily family : authenticator.metrics()) {
            if (family.name().equals("authentication_token_cache_" + name)) {
                return family.samples().stream().filter(sample -> sample.labelValues().equals(List.of(status)))
                        .mapToDouble(sample -> ((Value) sample).value()).sum();
            }
        }
        throw new AssertionError("no metric " + name);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
