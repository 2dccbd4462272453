package mortise.core.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class WatchTest {

    private static final String PATH = "/api/v1/namespaces/ns/configmaps?watch=1";
    private TestServer server;

    @BeforeEach
    void start() throws Exception {
        server = TestServer.open("watch_stall_seconds", 1);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    static void eventually(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + Duration.ofSeconds(15).toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as(what).isLessThan(deadline);
            LockSupport.parkNanos(5_000_000);
        }
    }

    private BufferedReader watch(HttpClient.Version version, String path, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(server.uri(path));
        if (headers.length > 0) {
            request.headers(headers);
        }
        HttpResponse<java.io.InputStream> answer = server.client(version)
                .sendAsync(request.build(), HttpResponse.BodyHandlers.ofInputStream()).get(10, TimeUnit.SECONDS);
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/json");
        return new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @EnumSource(HttpClient.Version.class)
    void theStateAndThenChangesArriveAsLines(HttpClient.Version version) throws Exception {
        server.configMaps.put("ns", "a", "1");
        try (BufferedReader events = watch(version, PATH)) {
            assertThat(events.readLine()).startsWith(
                    "{\"type\":\"ADDED\",\"object\":{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\","
                            + "\"metadata\":{\"name\":\"a\"");
            server.configMaps.put("ns", "a", "2");
            assertThat(events.readLine()).startsWith("{\"type\":\"MODIFIED\"").endsWith("\"data\":{\"a\":\"2\"}}}");
            server.configMaps.put("ns", "b", "3");
            assertThat(events.readLine()).startsWith("{\"type\":\"ADDED\"");
        }
        eventually("the watch is closed when its client goes", () -> server.configMaps.openWatches.get() == 0);
    }

    @Test
    void theHeadArrivesBeforeAnyEvent() throws Exception {
        try (BufferedReader events = watch(HttpClient.Version.HTTP_1_1, PATH)) {
            server.configMaps.put("ns", "a", "1");
            assertThat(events.readLine()).contains("ADDED");
        }
    }

    @ParameterizedTest
    @EnumSource(HttpClient.Version.class)
    void anIdleWatchIsFreedWhenItsClientGoes(HttpClient.Version version) throws Exception {
        BufferedReader events = watch(version, PATH);
        eventually("open", () -> server.server.openWatches() == 1);
        events.close();
        eventually("closed", () -> server.server.openWatches() == 0 && server.configMaps.openWatches.get() == 0);
    }

    @Test
    void aClientThatSentMoreThanItShouldIsMissedWhenItGoes() throws Exception {
        try (var client = server.socket()) {
            client.getOutputStream().write(("GET " + PATH + " HTTP/1.1\r\nHost: a\r\n\r\n")
                    .getBytes(StandardCharsets.US_ASCII));
            assertThat(client.getInputStream().read()).isPositive();
            eventually("open", () -> server.server.openWatches() == 1);
            for (int bytes : new int[] {1, 3_000, 200_000}) {
                client.getOutputStream().write(new byte[bytes]);
            }
        }
        eventually("closed", () -> server.server.openWatches() == 0 && server.configMaps.openWatches.get() == 0);
    }

    @ParameterizedTest
    @EnumSource(HttpClient.Version.class)
    void aWatchMayBeSilentForLongerThanAConnection(HttpClient.Version version) throws Exception {
        server.close();
        server = TestServer.open("idle_timeout_seconds", 1);
        try (BufferedReader events = watch(version, PATH)) {
            long until = System.nanoTime() + Duration.ofMillis(3_500).toNanos();
            while (System.nanoTime() < until) {
                LockSupport.parkNanos(until - System.nanoTime());
            }
            assertThat(server.server.openWatches()).isEqualTo(1);
            server.configMaps.put("ns", "a", "1");
            assertThat(events.readLine()).contains("ADDED");
        }
        eventually("closed", () -> server.configMaps.openWatches.get() == 0);
    }

    @Test
    void aWatchEndsCleanlyWhenItsTimeIsUp() throws Exception {
        long before = System.nanoTime();
        try (BufferedReader events = watch(HttpClient.Version.HTTP_1_1, PATH + "&timeoutSeconds=1")) {
            assertThat(events.readLine()).isNull();
        }
        assertThat(Duration.ofNanos(System.nanoTime() - before))
                .isBetween(Duration.ofMillis(900), Duration.ofSeconds(5));
        eventually("closed", () -> server.configMaps.openWatches.get() == 0);
        String raw = server.raw("GET " + PATH + "&timeoutSeconds=1 HTTP/1.1\r\nHost: a\r\n\r\n");
        assertThat(raw).contains("Connection: close").endsWith("\r\n\r\n0\r\n\r\n");
    }

    /** However slowly its client takes what there is to be sent. */
    @Test
    void aWatchEndsWhenItsTimeIsUpAlsoInTheMiddleOfItsState() throws Exception {
        server.close();
        server = TestServer.open("watch_stall_seconds", 60);
        String large = "x".repeat(200_000);
        int objects = 250;
        for (int i = 0; i < objects; i++) {
            server.configMaps.put("ns", "c" + i, large);
        }
        try (BufferedReader events = watch(HttpClient.Version.HTTP_2, PATH + "&timeoutSeconds=1")) {
            long until = System.nanoTime() + Duration.ofMillis(1_500).toNanos();
            while (System.nanoTime() < until) {
                LockSupport.parkNanos(until - System.nanoTime());
            }
            assertThat(events.lines().count()).as("events in one second").isLessThan(objects);
        }
        eventually("closed", () -> server.configMaps.openWatches.get() == 0);
    }

    @Test
    void eventsAreChunksThatEndWithTheBody() throws Exception {
        server.configMaps.put("ns", "a", "1");
        server.configMaps.put("ns", "b", "2");
        String raw = server.raw("GET " + PATH + "&timeoutSeconds=1 HTTP/1.1\r\nHost: a\r\n\r\n");
        String body = raw.substring(raw.indexOf("\r\n\r\n") + 4);
        int events = 0;
        while (!body.startsWith("0\r\n\r\n")) {
            int size = Integer.parseInt(body.substring(0, body.indexOf("\r\n")), 16);
            String chunk = body.substring(body.indexOf("\r\n") + 2);
            assertThat(chunk.substring(0, size)).startsWith("{\"type\":\"ADDED\"").endsWith("}}\n");
            assertThat(chunk.substring(size)).startsWith("\r\n");
            body = chunk.substring(size + 2);
            events++;
        }
        assertThat(events).isEqualTo(2);
        assertThat(body).isEqualTo("0\r\n\r\n");
    }

    @Test
    void aWatchFromAVersionThatIsGoneTellsSoInItsOnlyEvent() throws Exception {
        // More changes than the cache of the tests remembers, and the store has forgotten them too.
        long last = 0;
        for (int i = 0; i < 2 * TestResource.HISTORY_EVENTS_MAX; i++) {
            last = server.configMaps.put("ns", "a", "" + i);
        }
        server.configMaps.store.compact(last);
        try (BufferedReader events = watch(HttpClient.Version.HTTP_1_1, PATH + "&resourceVersion=2")) {
            assertThat(events.readLine()).startsWith("{\"type\":\"ERROR\",\"object\":{\"kind\":\"Status\"")
                    .contains("\"reason\":\"Expired\"").contains("\"code\":410");
            assertThat(events.readLine()).isNull();
        }
    }

    @Test
    void onlyTheFirstTableHasColumns() throws Exception {
        server.configMaps.put("ns", "a", "1");
        try (BufferedReader events = watch(HttpClient.Version.HTTP_1_1, PATH,
                "Accept", "application/json;as=Table;g=meta.k8s.io;v=v1")) {
            assertThat(events.readLine()).contains("\"columnDefinitions\":[{\"name\":\"Name\"")
                    .contains("\"cells\":[\"a\"");
            server.configMaps.put("ns", "a", "2");
            assertThat(events.readLine()).contains("\"kind\":\"Table\"").doesNotContain("\"name\":\"Name\"")
                    .contains("\"cells\":[\"a\"");
        }
    }

    @Test
    void metadataAloneCanBeWatched() throws Exception {
        server.configMaps.put("ns", "a", "1");
        try (BufferedReader events = watch(HttpClient.Version.HTTP_2, PATH,
                "Accept", "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1")) {
            assertThat(events.readLine())
                    .startsWith("{\"type\":\"ADDED\",\"object\":{\"kind\":\"PartialObjectMetadata\"")
                    .doesNotContain("\"data\"");
        }
    }

    @Test
    void theInitialEventsEndWithABookmark() throws Exception {
        server.configMaps.put("ns", "a", "1");
        try (BufferedReader events = watch(HttpClient.Version.HTTP_1_1,
                PATH + "&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true")) {
            assertThat(events.readLine()).contains("ADDED");
            assertThat(events.readLine()).startsWith("{\"type\":\"BOOKMARK\",\"object\":{\"kind\":\"ConfigMap\","
                    + "\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"")
                    .endsWith("\"annotations\":{\"k8s.io/initial-events-end\":\"true\"}}}}");
        }
    }

    @Test
    void aClientThatDoesNotReadIsCutOffAndDelaysNobody() throws Exception {
        try (var slow = server.socket(); BufferedReader quick = watch(HttpClient.Version.HTTP_1_1, PATH)) {
            slow.getOutputStream().write(("GET " + PATH + " HTTP/1.1\r\nHost: a\r\n\r\n")
                    .getBytes(StandardCharsets.US_ASCII));
            eventually("both watch", () -> server.server.openWatches() == 2);
            String large = "x".repeat(100_000);
            for (int i = 0; i < 300; i++) {
                server.configMaps.put("ns", "a", i + large);
                assertThat(quick.readLine()).contains("\"data\":{\"a\":\"" + i + "x");
            }
            eventually("the slow one is gone", () -> server.server.openWatches() == 1);
            server.configMaps.put("ns", "a", "after");
            assertThat(quick.readLine()).contains("after");
        }
    }

    @Test
    void manyIdleWatchesNeedNoThreads() throws Exception {
        int threadsBefore = Thread.activeCount();
        var readers = new ArrayList<BufferedReader>();
        HttpClient client = server.client(HttpClient.Version.HTTP_2);
        for (int i = 0; i < 90; i++) {
            HttpResponse<java.io.InputStream> answer = client.send(HttpRequest.newBuilder(server.uri(PATH)).build(),
                    HttpResponse.BodyHandlers.ofInputStream());
            readers.add(new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8)));
        }
        assertThat(server.server.openWatches()).isEqualTo(90);
        assertThat(Thread.activeCount() - threadsBefore).isLessThan(40);
        server.configMaps.put("ns", "a", "1");
        List<String> firstEvents = new ArrayList<>();
        for (BufferedReader reader : readers) {
            firstEvents.add(reader.readLine());
        }
        assertThat(firstEvents).hasSize(90).allMatch(line -> line.contains("ADDED"));
    }

    @Test
    void watchesEndWhenTheServerStops() throws Exception {
        try (BufferedReader events = watch(HttpClient.Version.HTTP_1_1, PATH)) {
            server.server.stop();
            assertThat(events.readLine()).isNull();
        }
        server = TestServer.open();
    }
}
