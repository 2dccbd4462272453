package mortise.core.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import mortise.core.registry.ConnectRequest;
import mortise.spi.group.Connector.Target;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class ProxyTest {

    private static final String PATH = "/api/v1/namespaces/default/endpoints/e/proxy";
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private TestServer server;
    private HttpServer peer;
    private volatile ConnectRequest asked;

    @BeforeEach
    void open() throws IOException {
        server = TestServer.open("proxy_requests_max", 2);
        peer = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        peer.setExecutor(threads);
        peer.start();
        target(peer.getAddress().getPort(), true);
    }

    private void target(int port, boolean upgrade) {
        server.endpoints.connector = request -> {
            asked = request;
            return new Target(URI.create("http://127.0.0.1:" + port + request.rest()), upgrade, false);
        };
    }

    @AfterEach
    void close() {
        server.close();
        peer.stop(0);
        threads.shutdownNow();
    }

    private static void answer(HttpExchange exchange, int status, String text) throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    @Test
    void methodPathQueryAndBodyArriveAndTheAnswerComesBack() throws Exception {
        peer.createContext("/", exchange -> {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("X-Mine", "yes");
            exchange.getResponseHeaders().set("Connection", "X-Drop");
            exchange.getResponseHeaders().set("X-Drop", "1");
            answer(exchange, 418, exchange.getRequestMethod() + " " + exchange.getRequestURI() + " " + body);
        });
        HttpResponse<String> answer = server.send("POST", PATH + "/a%20b/c/?x=1&x=2", "hello",
                "Content-Type", "text/plain");
        assertThat(answer.statusCode()).isEqualTo(418);
        assertThat(answer.body()).isEqualTo("POST /a%20b/c/?x=1&x=2 hello");
        assertThat(answer.headers().firstValue("X-Mine")).hasValue("yes");
        assertThat(answer.headers().firstValue("X-Drop")).isEmpty();
        assertThat(asked.rest()).isEqualTo("/a%20b/c/");
        assertThat(asked.query()).containsEntry("x", "1");
        assertThat(server.send("DELETE", PATH + "/", "").statusCode()).isEqualTo(405);
        assertThat(server.get("/api/v1/namespaces/default/endpoints/e/scale/more").statusCode()).isEqualTo(404);
    }

    @Test
    void credentialsStayHereAndTheClientIsNamed() throws Exception {
        peer.createContext("/", exchange -> answer(exchange, 200, exchange.getRequestHeaders().entrySet().toString()));
        String headers = server.get(PATH + "/x", "Authorization", "Bearer secret", "Impersonate-User", "somebody",
                "Impersonate-Group", "system:masters", "X-Forwarded-For", "10.0.0.1", "X-Other", "kept").body();
        assertThat(headers).doesNotContain("secret").doesNotContain("somebody")
                .contains("X-other=[kept]").contains("X-forwarded-for=[10.0.0.1, 127.0.0.1]")
                .contains("X-forwarded-proto=[https]").contains("X-forwarded-uri=[" + PATH + "]")
                .contains("X-forwarded-host=[localhost:" + server.server.port() + "]");
    }

    @Test
    void aServerThatIsNotThereIs503() throws Exception {
        int free;
        try (var socket = new ServerSocket(0)) {
            free = socket.getLocalPort();
        }
        target(free, true);
        String message = "error trying to reach service: dial tcp 127.0.0.1:" + free + ": connect: connection refused";
        HttpResponse<String> answer = server.get(PATH + "/x");
        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.body()).contains("\"message\":\"" + message + "\"").contains("ServiceUnavailable");
        assertThat(server.raw("GET " + PATH + "/x HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n"))
                .startsWith("HTTP/1.1 503").contains(message);
    }

    @Test
    void anAnswerIsPassedOnWhileItComes() throws Exception {
        var seen = new CountDownLatch(1);
        peer.createContext("/", exchange -> {
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write("first\n".getBytes(StandardCharsets.UTF_8));
            exchange.getResponseBody().flush();
            await(seen);
            exchange.getResponseBody().write("second\n".getBytes(StandardCharsets.UTF_8));
            exchange.close();
        });
        HttpResponse<InputStream> answer = server.client(HttpClient.Version.HTTP_1_1).send(
                HttpRequest.newBuilder(server.uri(PATH + "/x")).timeout(Duration.ofSeconds(20)).build(),
                HttpResponse.BodyHandlers.ofInputStream());
        try (InputStream body = answer.body()) {
            assertThat(new String(body.readNBytes(6), StandardCharsets.UTF_8)).isEqualTo("first\n");
            seen.countDown();
            assertThat(new String(body.readAllBytes(), StandardCharsets.UTF_8)).isEqualTo("second\n");
        }
    }

    @Test
    void aRequestIsPassedOnWhileItComes() throws Exception {
        var seen = new CountDownLatch(1);
        peer.createContext("/", exchange -> {
            int first = exchange.getRequestBody().read();
            seen.countDown();
            answer(exchange, 200, first + " " + exchange.getRequestBody().readAllBytes().length);
        });
        try (Socket socket = server.socket()) {
            OutputStream out = socket.getOutputStream();
            write(out, "POST " + PATH + "/x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nA\r\n");
            assertThat(seen.await(20, TimeUnit.SECONDS)).isTrue();
            write(out, "2\r\nBC\r\n0\r\n\r\n");
            assertThat(read(socket.getInputStream(), "65 2")).startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void aClientThatLeavesLetsGoOfTheOtherServer() throws Exception {
        var begun = new CountDownLatch(1);
        var cut = new CountDownLatch(1);
        peer.createContext("/", exchange -> {
            exchange.sendResponseHeaders(200, 0);
            try {
                while (true) {
                    exchange.getResponseBody().write(new byte[64 * 1024]);
                    exchange.getResponseBody().flush();
                    begun.countDown();
                }
            } catch (IOException gone) {
                cut.countDown();
            }
        });
        try (Socket socket = server.socket()) {
            write(socket.getOutputStream(), "GET " + PATH + "/x HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(begun.await(20, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(cut.await(20, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void bytesGoBothWaysWhenTheProtocolIsSwitched() throws Exception {
        try (ServerSocket echo = echo("HTTP/1.1 101 Switching Protocols\r\nUpgrade: echo\r\nConnection: Upgrade\r\n"
                + "X-Mine: yes\r\n\r\nhi!")) {
            target(echo.getLocalPort(), true);
            try (Socket socket = server.socket()) {
                // The first bytes of the other protocol come before the client knows that it is spoken.
                write(socket.getOutputStream(), "GET " + PATH + "/x?a=b HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\n"
                        + "Upgrade: echo\r\nAuthorization: Bearer secret\r\nSec-WebSocket-Protocol: "
                        + "base64url.bearer.authorization.k8s.io.c2VjcmV0, v5.channel.k8s.io\r\n\r\nearly");
                String head = read(socket.getInputStream(), "hi!early");
                assertThat(head).startsWith("HTTP/1.1 101").containsIgnoringCase("upgrade: echo")
                        .contains("X-Mine: yes");
                byte[] much = new byte[300_000];
                Arrays.fill(much, (byte) 'z');
                threads.submit(() -> {
                    socket.getOutputStream().write(much);
                    socket.getOutputStream().flush();
                    return true;
                });
                assertThat(socket.getInputStream().readNBytes(much.length)).isEqualTo(much);
                write(socket.getOutputStream(), "!end");
                assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                        .isEqualTo("!end");
            }
        }
        assertThat(head).startsWith("GET /x?a=b HTTP/1.1\r\n").containsIgnoringCase("Upgrade: echo")
                .containsIgnoringCase("Sec-WebSocket-Protocol: v5.channel.k8s.io\r\n").doesNotContain("c2VjcmV0")
                .doesNotContain("secret");
    }

    @Test
    void aRefusedSwitchIsAnOrdinaryAnswer() throws Exception {
        try (ServerSocket no = echo("HTTP/1.1 403 Forbidden\r\nContent-Length: 4\r\nX-Mine: yes\r\n\r\nno!\n")) {
            target(no.getLocalPort(), true);
            String answer = upgrade();
            assertThat(answer).startsWith("HTTP/1.1 403").contains("X-Mine: yes").endsWith("no!\n");
        }
    }

    private String upgrade() throws IOException {
        try (Socket socket = server.socket()) {
            write(socket.getOutputStream(),
                    "GET " + PATH + "/x HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n");
            return read(socket.getInputStream(), "!\n");
        }
    }

    @Test
    void whereNothingMayBeSwitchedTheRequestIsAnOrdinaryOne() throws Exception {
        target(peer.getAddress().getPort(), false);
        peer.createContext("/", exchange -> answer(exchange, 200,
                "upgrade " + exchange.getRequestHeaders().getFirst("Upgrade") + "!\n"));
        assertThat(upgrade()).contains("upgrade null!");
    }

    @Test
    void onlySoManyRequestsArePassedOnAtATime() throws Exception {
        var begun = new CountDownLatch(2);
        var end = new CountDownLatch(1);
        peer.createContext("/", exchange -> {
            begun.countDown();
            await(end);
            answer(exchange, 200, "done");
        });
        var first = threads.submit(() -> server.get(PATH + "/x"));
        var second = threads.submit(() -> server.get(PATH + "/x"));
        assertThat(begun.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(server.get(PATH + "/x").statusCode()).isEqualTo(429);
        end.countDown();
        assertThat(List.of(first.get().statusCode(), second.get().statusCode())).containsOnly(200);
        assertThat(server.get(PATH + "/x").statusCode()).isEqualTo(200);
    }

    @Test
    void theRootIsOnlyServedBelowASlash() throws Exception {
        peer.createContext("/", exchange -> answer(exchange, 200, exchange.getRequestURI().toString()));
        HttpResponse<String> moved = server.get(PATH + "?a=b");
        assertThat(moved.statusCode()).isEqualTo(301);
        assertThat(moved.headers().firstValue("Location")).hasValue(PATH + "/?a=b");
        assertThat(server.get(PATH + "/?a=b").body()).isEqualTo("/?a=b");
    }

    private volatile String head = "";

    /** A server that answers the head of a request and then sends back what it gets, until that ends in "!end". */
    private ServerSocket echo(String answer) throws IOException {
        var listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        threads.submit(() -> {
            try (Socket socket = listening.accept()) {
                head = read(socket.getInputStream(), "\r\n\r\n");
                write(socket.getOutputStream(), answer);
                byte[] buffer = new byte[8192];
                String last = "";
                while (!last.endsWith("!end")) {
                    int read = socket.getInputStream().read(buffer);
                    if (read < 0) {
                        break;
                    }
                    last = new String(buffer, 0, read, StandardCharsets.ISO_8859_1);
                    socket.getOutputStream().write(buffer, 0, read);
                }
            }
            return true;
        });
        return listening;
    }

    private static void write(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.ISO_8859_1));
        out.flush();
    }

    /** Reads byte by byte until what was read ends in something. */
    private static String read(InputStream in, String end) throws IOException {
        var text = new StringBuilder();
        while (!text.toString().endsWith(end)) {
            int next = in.read();
            if (next < 0) {
                break;
            }
            text.append((char) next);
        }
        return text.toString();
    }

    private static void await(CountDownLatch latch) throws IOException {
        try {
            latch.await(20, TimeUnit.SECONDS);
        } catch (InterruptedException stopped) {
            throw new IOException(stopped);
        }
    }
}
