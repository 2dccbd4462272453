package mortise.itests.clients;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import mortise.itests.clients.RawAnswers.Answer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What clients are told when they come back too late: a server that forgets its history after a second. */
class ForgottenHistoryIT {

    private static final String NAMESPACES = "/api/v1/namespaces";
    private static final long FORGOTTEN_NANOS_MAX = TimeUnit.SECONDS.toNanos(30);
    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private static Server server;
    private static RawAnswers api;
    private static Answer firstPage;
    private static String old;

    @BeforeAll
    static void start() throws Exception {
        server = Server.start("forgotten", "--history-retention-seconds=1", "--compaction-interval-seconds=1",
                "--watch-history-events=1", "--min-request-timeout=1", "--feature-gates=WatchList=false");
        api = new RawAnswers(server.kubeconfig());
        create("one");
        firstPage = api.get(NAMESPACES + "?limit=1");
        old = firstPage.version();
        create("two");
        create("three");
        long deadline = System.nanoTime() + FORGOTTEN_NANOS_MAX;
        while (api.get(NAMESPACES + "?resourceVersionMatch=Exact&resourceVersion=1").status() != 410
                || api.get(NAMESPACES + "?resourceVersionMatch=Exact&resourceVersion=" + old).status() != 410) {
            assertThat(System.nanoTime()).as("the history is still there").isLessThan(deadline);
            // Only a change after the second of history lets go of what was before it.
            create("more-" + System.nanoTime());
            LockSupport.parkNanos(POLL_NANOS);
        }
    }

    @AfterAll
    static void stop() {
        if (api != null) {
            api.close();
        }
        if (server != null) {
            server.close();
        }
    }

    private static void create(String name) {
        assertThat(api.send("POST", NAMESPACES, "application/json", "{\"metadata\":{\"name\":\"" + name + "\"}}")
                .status()).isEqualTo(201);
    }

    @Test
    void exactListsAreGone() {
        for (String query : List.of("?resourceVersionMatch=Exact&", "?limit=2&",
                "?limit=2&resourceVersionMatch=Exact&")) {
            for (String version : List.of("1", old)) {
                Answer answer = api.get(NAMESPACES + query + "resourceVersion=" + version);
                assertThat(answer.status()).as(query + version).isEqualTo(410);
                assertThat(answer.message()).isEqualTo("The resourceVersion for the provided list is too old.");
                assertThat(answer.body().path("reason").asText()).isEqualTo("Expired");
            }
        }
    }

    @Test
    void aContinueTokenIsGoneAndAnotherOneGoesOnInconsistently() {
        Answer gone = api.get(NAMESPACES + "?limit=1&continue=" + firstPage.continueToken());
        assertThat(gone.status()).isEqualTo(410);
        assertThat(gone.body().path("reason").asText()).isEqualTo("Expired");
        assertThat(gone.message()).contains("too old to display a consistent list result");
        assertThat(gone.continueToken()).isNotEmpty();
        Answer rest = api.get(NAMESPACES + "?continue=" + gone.continueToken());
        assertThat(rest.status()).isEqualTo(200);
        assertThat(rest.names()).contains("one", "two", "three").doesNotContainAnyElementsOf(firstPage.names());
        assertThat(Long.parseLong(rest.version())).isGreaterThan(Long.parseLong(old));
    }

    @Test
    void aWatchIsAnsweredWithOneError() {
        for (String version : List.of("1", old)) {
            try (RawAnswers.Stream watch = api.watch(NAMESPACES + "?watch=1&resourceVersion=" + version)) {
                assertThat(watch.status()).isEqualTo(200);
                JsonNode error = watch.next().orElseThrow();
                assertThat(error.path("type").asText()).isEqualTo("ERROR");
                assertThat(error.at("/object/code").asInt()).isEqualTo(410);
                assertThat(error.at("/object/reason").asText()).isEqualTo("Expired");
                assertThat(error.at("/object/message").asText())
                        .matches("too old resource version: " + version + " \\(\\d+\\)");
                assertThat(watch.next()).isEmpty();
            }
        }
    }

    @Test
    void notOlderThanTheForgottenIsServed() {
        assertThat(api.get(NAMESPACES + "?resourceVersion=1").status()).isEqualTo(200);
        assertThat(api.get(NAMESPACES + "/one?resourceVersion=" + old).status()).isEqualTo(200);
    }

    @Test
    void aWatchEndsByItselfBetweenTheShortestTimeAndTwiceThat() {
        long start = System.nanoTime();
        try (RawAnswers.Stream watch = api.watch(NAMESPACES + "?watch=1&fieldSelector=metadata.name%3Dnone")) {
            assertThat(watch.rest()).isEmpty();
        }
        assertThat(System.nanoTime() - start)
                .isBetween(TimeUnit.MILLISECONDS.toNanos(950), TimeUnit.SECONDS.toNanos(10));
    }

    @Test
    void initialEventsAreRefusedWithoutTheirGate() {
        Answer answer = api.get(NAMESPACES + "?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan");
        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.message()).contains("sendInitialEvents is forbidden");
    }
}
