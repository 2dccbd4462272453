package mortise.core.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import mortise.spi.authorization.Decision;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Changes of the configuration while the server works. */
class ReconfigurationTest {

    private static final String PATH = "/api/v1/namespaces/ns/configmaps";
    private static final String ALICE = "Authorization: Bearer alice\r\n";
    private static final String[] ALLOW = {"AlwaysAllow"};
    private static final String[] DENY = {"AlwaysDeny"};
    private static final int CLIENTS = 6;
    private static final int CHANGES = 40;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    /** A multiple of four while everybody is allowed, odd while that changes, else everybody is denied. */
    private final AtomicInteger phase = new AtomicInteger();
    private TestServer server;

    @BeforeEach
    void start() throws IOException {
        server = TestServer.withTokens().withAnonymous("Other");
        server.plugins.authorizer("test", "AlwaysDeny", request -> new Decision.Deny("all are denied"));
    }

    @AfterEach
    void stop() {
        threads.shutdownNow();
        server.close();
    }

    private int ask(boolean anonymous) throws IOException {
        int requests = 0;
        try (var connection = new KeptConnection(server.socket())) {
            while (phase.get() < 2 * CHANGES) {
                int before = phase.get();
                int status = connection.get(PATH, anonymous ? "" : ALICE);
                int after = phase.get();
                requests++;
                boolean allowing = before % 4 == 0;
                boolean certain = before == after && before % 2 == 0;
                if (anonymous) {
                    // Nobody without a credential may ever get through, whatever half of a change he meets.
                    assertThat(status).isIn(certain ? List.of(allowing ? 401 : 403) : List.of(401, 403));
                } else {
                    assertThat(status).isIn(certain ? List.of(allowing ? 200 : 403) : List.of(200, 403));
                }
            }
        }
        return requests;
    }

    @Test
    void changedAuthorizationModesHoldAtOnceAndNoConnectionIsHurt() throws Exception {
        List<Future<Integer>> clients = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            boolean anonymous = i % 2 == 0;
            clients.add(threads.submit(() -> ask(anonymous)));
        }
        try (var own = new KeptConnection(server.socket())) {
            for (int i = 0; i < CHANGES; i++) {
                boolean allow = i % 2 == 1;
                // Some requests of everybody between two changes.
                for (int j = 0; j < 5; j++) {
                    assertThat(own.get(PATH, ALICE)).isEqualTo(allow ? 403 : 200);
                }
                phase.incrementAndGet();
                server.reconfigure("authorization_mode", allow ? ALLOW : DENY);
                phase.incrementAndGet();
            }
        } finally {
            phase.set(2 * CHANGES);
        }
        for (Future<Integer> client : clients) {
            assertThat(client.get(20, TimeUnit.SECONDS)).isGreaterThan(CHANGES / 2);
        }
    }

    @Test
    void anOpenWatchGoesOnWhenThePipelineChanges() throws Exception {
        try (BufferedReader events = watch()) {
            server.reconfigure("authorization_mode", DENY, "watch_stall_seconds", 5, "max_requests_inflight", 7);
            assertThat(server.get(PATH, "Authorization", "Bearer alice").statusCode()).isEqualTo(403);
            server.configMaps.put("ns", "a", "1");
            assertThat(events.readLine()).contains("ADDED");
        }
    }

    private BufferedReader watch() throws Exception {
        HttpRequest request = HttpRequest.newBuilder(server.uri(PATH + "?watch=1"))
                .header("Authorization", "Bearer alice").build();
        HttpResponse<InputStream> answer = server.client(HttpClient.Version.HTTP_1_1)
                .sendAsync(request, HttpResponse.BodyHandlers.ofInputStream()).get(10, TimeUnit.SECONDS);
        assertThat(answer.statusCode()).isEqualTo(200);
        return new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8));
    }

    @Test
    void theListenerIsReplacedOnItsPortWhenSomethingOfItChanges() throws Exception {
        int port = server.server.port();
        try (BufferedReader events = watch(); var idle = new KeptConnection(server.socket())) {
            assertThat(idle.get(PATH, ALICE)).isEqualTo(200);
            server.reconfigure("idle_timeout_seconds", 33);
            assertThat(server.server.port()).isEqualTo(port);
            assertThat(events.readLine()).isNull();
            assertThat(server.get(PATH, "Authorization", "Bearer alice").statusCode()).isEqualTo(200);
            assertThat(server.server.openWatches()).isZero();
        }
        try (BufferedReader events = watch()) {
            server.configMaps.put("ns", "a", "1");
            assertThat(events.readLine()).contains("ADDED");
        }
    }

    @Test
    void anotherPortIsOpenBeforeTheOldOneIsClosed() throws Exception {
        int before = server.server.port();
        int other;
        try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            other = free.getLocalPort();
        }
        server.reconfigure("secure_port", other);
        assertThat(server.server.port()).isEqualTo(other).isNotEqualTo(before);
        assertThat(server.get(PATH, "Authorization", "Bearer alice").statusCode()).isEqualTo(200);
    }

    @Test
    void whatCannotBeUsedLeavesTheListenerAsItWas() throws Exception {
        int port = server.server.port();
        try (var kept = new KeptConnection(server.socket());
                var taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            assertThat(kept.get(PATH, ALICE)).isEqualTo(200);
            server.reconfigure("tls_cert_file", "absent.pem", "authorization_mode", DENY);
            // Rights are not held back by a file that is missing.
            assertThat(kept.get(PATH, ALICE)).isEqualTo(403);
            server.reconfigure("tls_cert_file", TestServer.PKI.resolve("server.crt").toString(),
                    "secure_port", taken.getLocalPort(), "authorization_mode", ALLOW);
            assertThat(kept.get(PATH, ALICE)).isEqualTo(200);
            assertThat(server.server.port()).isEqualTo(port);
        }
    }
}
