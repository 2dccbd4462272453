package mortise.ops.health;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import mortise.spi.operations.EndpointRequest;
import mortise.spi.operations.EndpointResponse;
import mortise.spi.operations.HealthCheck;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

class HealthEndpointTest {

    private static final HealthCheck GOOD = Optional::empty;
    private static final HealthCheck BAD = () -> Optional.of("the disk is full");

    private final HealthEndpoint endpoint = new HealthEndpoint();
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private long serviceId;

    @BeforeEach
    void listenToTheLog() {
        log.start();
        ((Logger) LoggerFactory.getLogger("mortise.ops.health")).addAppender(log);
    }

    @AfterEach
    void leaveTheLog() {
        ((Logger) LoggerFactory.getLogger("mortise.ops.health")).detachAppender(log);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/livez", "/readyz", "/healthz"})
    void aHealthyServerSaysOk(String path) {
        add("ping", GOOD);
        EndpointResponse response = endpoint.get(request(path));
        assertThat(response.status()).isEqualTo(200);
        assertThat(text(response)).isEqualTo("ok");
        assertThat(response.contentType()).isEqualTo("text/plain; charset=utf-8");
        assertThat(response.headers()).containsEntry("X-Content-Type-Options", "nosniff");
    }

    @Test
    void aWarningStandsOnTheLineOfItsCheckAndNothingFails() {
        add("config", new HealthCheck() {
            @Override
            public Optional<String> failure() {
                return Optional.empty();
            }

            @Override
            public Optional<String> warning() {
                return Optional.of("an earlier\none holds");
            }
        });
        EndpointResponse response = endpoint.get(request("/readyz", "verbose", ""));
        assertThat(response.status()).isEqualTo(200);
        assertThat(text(response)).contains("[+]config ok (an earlier one holds)\n");
    }

    @Test
    void verboseShowsEveryCheckPingAndLogFirst() {
        for (String name : List.of("poststarthook/crd-informer", "etcd", "log", "etcd-readiness", "aaa", "ping")) {
            add(name, GOOD);
        }
        add("shutdown", GOOD, "readyz");
        assertThat(text(endpoint.get(request("/readyz", "verbose", "")))).isEqualTo("""
                [+]ping ok
                [+]log ok
                [+]aaa ok
                [+]etcd ok
                [+]etcd-readiness ok
                [+]poststarthook/crd-informer ok
                [+]shutdown ok
                readyz check passed
                """);
    }

    @ParameterizedTest
    @CsvSource({"/livez,livez", "/readyz,readyz", "/healthz,healthz"})
    void aFailureIsShownWithoutItsReasonWhichIsInTheLog(String path, String name) {
        add("ping", GOOD);
        add("etcd", BAD);
        EndpointResponse response = endpoint.get(request(path));
        assertThat(response.status()).isEqualTo(500);
        assertThat(text(response)).isEqualTo(
                "[+]ping ok\n[-]etcd failed: reason withheld\n" + name + " check failed\n");
        assertThat(response.contentType()).isEqualTo("text/plain; charset=utf-8");
        assertThat(logged()).singleElement().asString()
                .startsWith("Health check etcd of ").endsWith("the disk is full");
    }

    @Test
    void theLogHearsOfAFailureOnceAndOfItsEnd() {
        List<String> failure = new ArrayList<>(List.of("too slow"));
        add("etcd", () -> failure.stream().findFirst());
        for (int probe = 0; probe < 5; probe++) {
            assertThat(endpoint.get(request("/livez")).status()).isEqualTo(500);
        }
        failure.clear();
        assertThat(endpoint.get(request("/livez")).status()).isEqualTo(200);
        assertThat(endpoint.get(request("/livez")).status()).isEqualTo(200);
        assertThat(logged()).hasSize(2).last().isEqualTo("Health check etcd passes again");
    }

    @Test
    void anExcludedCheckIsNotRun() {
        add("ping", GOOD);
        add("etcd", () -> {
            throw new AssertionError("it was run");
        });
        assertThat(text(endpoint.get(request("/livez", "exclude", "etcd")))).isEqualTo("ok");
        assertThat(text(endpoint.get(request("/livez", "exclude", "etcd", "verbose", "true")))).isEqualTo("""
                [+]ping ok
                [+]etcd excluded: ok
                livez check passed
                """);
    }

    @Test
    void whatCannotBeExcludedIsAWarningAndNotAFailure() {
        add("ping", GOOD);
        var query = Map.of("exclude", List.of("nope", "ping", "a\"b\nc", "nope"), "verbose", List.of(""));
        EndpointResponse response = endpoint.get(new EndpointRequest("/readyz", query, Map.of()));
        assertThat(response.status()).isEqualTo(200);
        assertThat(text(response)).isEqualTo("[+]ping excluded: ok\n"
                + "warn: some health checks cannot be excluded: no matches for \"a\\\"b\\u000ac\",\"nope\"\n"
                + "readyz check passed\n");
        assertThat(text(endpoint.get(request("/readyz", "exclude", "nope")))).isEqualTo("ok");
    }

    @Test
    void aSingleCheckHasAPathOfItsOwn() {
        add("ping", GOOD);
        add("etcd", BAD);
        add("poststarthook/crd-informer", GOOD);
        assertThat(text(endpoint.get(request("/livez/ping")))).isEqualTo("ok");
        assertThat(text(endpoint.get(request("/readyz/poststarthook/crd-informer")))).isEqualTo("ok");
        EndpointResponse failed = endpoint.get(request("/healthz/etcd"));
        assertThat(failed.status()).isEqualTo(500);
        assertThat(text(failed)).isEqualTo("internal server error: reason withheld\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/livez/none", "/livez/", "/livez/ping/", "/livez/poststarthook", "/livez/../ping",
        "/livez/shutdown", "/healthz/shutdown", "/livezz", "/"})
    void aCheckThatIsNotThereIsNotFound(String path) {
        add("ping", GOOD);
        add("poststarthook/x", GOOD);
        add("shutdown", GOOD, "readyz");
        EndpointResponse response = endpoint.get(request(path));
        assertThat(response.status()).isEqualTo(404);
        assertThat(response.contentType()).startsWith("text/plain");
    }

    @Test
    void aServerThatIsGoingDownIsHealthyButNotReady() {
        add("shutdown", BAD, "readyz");
        assertThat(endpoint.get(request("/livez")).status()).isEqualTo(200);
        assertThat(endpoint.get(request("/healthz")).status()).isEqualTo(200);
        assertThat(endpoint.get(request("/readyz")).status()).isEqualTo(500);
    }

    @Test
    void aCheckThatThrowsFailsAndTheOthersAreShown() {
        add("broken", () -> {
            throw new IllegalStateException("no such thing");
        });
        add("ping", GOOD);
        assertThat(text(endpoint.get(request("/livez")))).isEqualTo("""
                [+]ping ok
                [-]broken failed: reason withheld
                livez check failed
                """);
        assertThat(logged()).singleElement().asString().contains("no such thing").contains("HealthEndpointTest");
    }

    @Test
    void checksComeAndGoAndChangeTheirName() {
        Map<String, Object> properties = add("early", GOOD);
        properties.put(HealthCheck.NAME, "late");
        endpoint.updatedCheck(GOOD, properties);
        assertThat(endpoint.get(request("/livez/early")).status()).isEqualTo(404);
        assertThat(endpoint.get(request("/livez/late")).status()).isEqualTo(200);
        endpoint.unbindCheck(GOOD, properties);
        assertThat(endpoint.get(request("/livez/late")).status()).isEqualTo(404);
        assertThat(text(endpoint.get(request("/livez", "verbose", "")))).isEqualTo("livez check passed\n");
    }

    @Test
    void twoServicesOfOneNameHaveToPassBoth() {
        add("etcd", GOOD);
        add("etcd", BAD);
        assertThat(endpoint.get(request("/livez/etcd")).status()).isEqualTo(500);
        assertThat(endpoint.get(request("/livez")).status()).isEqualTo(500);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "/a", "a//b", "line\nend", "<b>"})
    void aCheckWithoutAUsableNameIsLeftOutAndTheLogSaysSo(String name) {
        add(name, BAD);
        assertThat(endpoint.get(request("/livez")).status()).isEqualTo(200);
        assertThat(logged()).singleElement().asString().contains("is left out").contains("mortise.health.name");
    }

    @Test
    void anUnknownEndpointOfACheckIsNamedInTheLog() {
        add("etcd", BAD, "lives");
        assertThat(endpoint.get(request("/livez")).status()).isEqualTo(200);
        assertThat(logged()).singleElement().asString().contains("mortise.health.endpoints");
    }

    @Test
    void requestsAreAnsweredWhileChecksComeAndGo() throws Exception {
        add("ping", GOOD);
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Future<?>> work = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                long number = i;
                work.add(threads.submit(() -> comeAndGo(number)));
                work.add(threads.submit(this::ask));
            }
            for (Future<?> done : work) {
                done.get(60, TimeUnit.SECONDS);
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(text(endpoint.get(request("/livez", "verbose", "")))).isEqualTo("[+]ping ok\nlivez check passed\n");
    }

    private void comeAndGo(long id) {
        for (int i = 0; i < 2_000; i++) {
            Map<String, Object> properties = Map.of("service.id", 1_000 + id, HealthCheck.NAME, "x" + id);
            endpoint.bindCheck(GOOD, properties);
            endpoint.unbindCheck(GOOD, properties);
        }
    }

    private void ask() {
        for (int i = 0; i < 2_000; i++) {
            assertThat(text(endpoint.get(request("/livez", "verbose", "")))).startsWith("[+]ping ok\n");
        }
    }

    private Map<String, Object> add(String name, HealthCheck check, String... endpoints) {
        Map<String, Object> properties = new HashMap<>();
        properties.put("service.id", ++serviceId);
        properties.put(HealthCheck.NAME, name);
        if (endpoints.length > 0) {
            properties.put(HealthCheck.ENDPOINTS, endpoints);
        }
        endpoint.bindCheck(check, properties);
        return properties;
    }

    private List<String> logged() {
        return log.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    private static EndpointRequest request(String path, String... query) {
        Map<String, List<String>> parameters = new HashMap<>();
        for (int i = 0; i < query.length; i += 2) {
            parameters.put(query[i], List.of(query[i + 1]));
        }
        return new EndpointRequest(path, parameters, Map.of());
    }

    private static String text(EndpointResponse response) {
        return new String(response.body(), StandardCharsets.UTF_8);
    }
}
