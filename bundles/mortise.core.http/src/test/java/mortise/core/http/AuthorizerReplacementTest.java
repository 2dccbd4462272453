package mortise.core.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import mortise.spi.authorization.Authorizer;
import mortise.spi.authorization.AuthorizerOrder.Step;
import mortise.spi.authorization.Decision;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Whatever is plugged in, out and configured while requests come: whoever no configuration allows is never let through,
 * and whoever every configuration allows is let through or told to come again.
 */
class AuthorizerReplacementTest {

    private static final String PATH = "/api/v1/namespaces/ns/configmaps";
    private static final int CLIENTS = 4;
    private static final int CHANGES = 150;

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final AtomicBoolean over = new AtomicBoolean();
    private final Map<String, Set<Integer>> seen = new ConcurrentHashMap<>();
    private final AtomicInteger requests = new AtomicInteger();

    @AfterEach
    void end() throws InterruptedException {
        over.set(true);
        threads.shutdownNow();
        threads.awaitTermination(10, TimeUnit.SECONDS);
    }

    /** Allows bob, denies eve, and leaves the rest to others; another object each time. */
    private static Authorizer strict() {
        return request -> switch (request.user().name()) {
            case "bob" -> new Decision.Allow("");
            case "eve" -> new Decision.Deny("");
            default -> new Decision.NoOpinion("");
        };
    }

    /** Would let everybody in; asked only after a strict one. */
    private static final Authorizer GENEROUS = request -> new Decision.Allow("");

    private List<Future<?>> load(TestServer server) throws InterruptedException {
        var begun = new CountDownLatch(CLIENTS);
        var clients = new ArrayList<Future<?>>();
        for (int i = 0; i < CLIENTS; i++) {
            String user = i % 2 == 0 ? "eve" : "bob";
            clients.add(threads.submit(() -> {
                HttpClient client = server.client(HttpClient.Version.HTTP_1_1);
                HttpRequest request = HttpRequest.newBuilder(server.uri(PATH)).timeout(Duration.ofSeconds(20))
                        .header("Authorization", "Bearer " + user).build();
                for (boolean first = true; !over.get(); first = false) {
                    int status = client.send(request, BodyHandlers.discarding()).statusCode();
                    seen.computeIfAbsent(user, unseen -> ConcurrentHashMap.newKeySet()).add(status);
                    requests.incrementAndGet();
                    if (first) {
                        begun.countDown();
                    }
                }
                return user;
            }));
        }
        assertThat(begun.await(20, TimeUnit.SECONDS)).as("the clients have begun").isTrue();
        return clients;
    }

    private void awaitRequests(int more) {
        int until = requests.get() + more;
        long end = System.nanoTime() + 20_000_000_000L;
        while (requests.get() < until) {
            assertThat(System.nanoTime()).as("requests go on").isLessThan(end);
            Thread.onSpinWait();
        }
    }

    private void check(List<Future<?>> clients) throws Exception {
        over.set(true);
        for (Future<?> client : clients) {
            client.get(20, TimeUnit.SECONDS);
        }
        assertThat(seen.get("eve")).as("seed %d: what eve got", seed).isSubsetOf(403, 503).contains(403);
        assertThat(seen.get("bob")).as("seed %d: what bob got", seed).isSubsetOf(200, 503).contains(200);
    }

    @Test
    void authorizersAndModesComeAndGo() throws Exception {
        try (var server = TestServer.withTokens("authorization_mode", new String[] {"Strict", "AlwaysAllow"})) {
            // Before the first authorizer is there, as at a start.
            List<Future<?>> clients = load(server);
            assertThat(seen.get("eve")).containsOnly(503);
            var plugged = new ArrayList<Runnable>();
            for (int i = 0; i < CHANGES; i++) {
                switch (random.nextInt(4)) {
                    case 0 -> plugged.add(server.plugins.authorizer("test", "Strict", strict()));
                    case 1 -> plugged.add(server.plugins.authorizer("test", "Other", strict()));
                    case 2 -> server.reconfigure("authorization_mode", List.of(new String[] {"Strict", "AlwaysAllow"},
                            new String[] {"Strict"}, new String[] {"Other", "Strict"}).get(random.nextInt(3)));
                    default -> {
                        if (!plugged.isEmpty()) {
                            plugged.remove(random.nextInt(plugged.size())).run();
                        }
                    }
                }
                awaitRequests(random.nextInt(8));
            }
            server.plugins.authorizer("test", "Strict", strict());
            server.reconfigure("authorization_mode", new String[] {"Strict", "AlwaysAllow"});
            awaitRequests(CLIENTS * 4);
            check(clients);
        }
    }

    @Test
    void theOrderOfAFileChanges() throws Exception {
        var steps = new AtomicReference<>(List.of(step(strict()), step(GENEROUS)));
        try (var server = TestServer.withTokens("authorization_config", "/somewhere")) {
            List<Future<?>> clients = load(server);
            assertThat(seen.get("eve")).containsOnly(503);
            Runnable order = server.plugins.order(steps::get);
            for (int i = 0; i < CHANGES; i++) {
                switch (random.nextInt(5)) {
                    case 0 -> steps.set(List.of(step(strict()), step(GENEROUS)));
                    case 1 -> steps.set(List.of(step(strict())));
                    case 2 -> steps.set(List.of(Step.ofMode("Absent"), step(GENEROUS), step(strict())));
                    case 3 -> steps.set(List.of(step(strict()), Step.ofMode("AlwaysAllow")));
                    default -> {
                        order.run();
                        awaitRequests(random.nextInt(4));
                        order = server.plugins.order(steps::get);
                    }
                }
                awaitRequests(random.nextInt(8));
            }
            steps.set(List.of(step(strict()), step(GENEROUS)));
            awaitRequests(CLIENTS * 4);
            check(clients);
        }
    }

    private Step step(Authorizer authorizer) {
        return new Step("Webhook", "w" + random.nextInt(1000), Optional.of(authorizer), 0);
    }
}
