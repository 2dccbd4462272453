package mortise.core.http;

import static mortise.core.http.WatchTest.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WebSocketWatchTest {

    private static final String PATH = "/api/v1/namespaces/ns/configmaps?watch=1";
    private static final String KEY = "dGhlIHNhbXBsZSBub25jZQ==";
    private static final String UPGRADE = "Host: a\r\nConnection: keep-alive, Upgrade\r\nUpgrade: WebSocket\r\n";
    private static final String HANDSHAKE = UPGRADE + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: " + KEY + "\r\n";
    private static final String TOKEN = "base64url.bearer.authorization.k8s.io.";

    private TestServer server;
    private HttpClient client;

    @BeforeEach
    void start() throws Exception {
        server = TestServer.open("watch_stall_seconds", 1);
        client = server.client(HttpClient.Version.HTTP_2);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private void restart(TestServer other) {
        server.close();
        server = other;
        client = server.client(HttpClient.Version.HTTP_2);
    }

    /** What a client hears. */
    private static final class Heard implements WebSocket.Listener {

        final BlockingQueue<String> messages = new LinkedBlockingQueue<>();
        final BlockingQueue<byte[]> binaries = new LinkedBlockingQueue<>();
        final BlockingQueue<String> pongs = new LinkedBlockingQueue<>();
        final CompletableFuture<Integer> closed = new CompletableFuture<>();
        private final StringBuilder text = new StringBuilder();
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        @Override
        public CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
            text.append(data);
            if (last) {
                messages.add(text.toString());
                text.setLength(0);
            }
            socket.request(1);
            return null;
        }

        @Override
        public CompletionStage<?> onBinary(WebSocket socket, ByteBuffer data, boolean last) {
            var part = new byte[data.remaining()];
            data.get(part);
            bytes.writeBytes(part);
            if (last) {
                binaries.add(bytes.toByteArray());
                bytes.reset();
            }
            socket.request(1);
            return null;
        }

        @Override
        public CompletionStage<?> onPong(WebSocket socket, ByteBuffer message) {
            pongs.add(StandardCharsets.UTF_8.decode(message).toString());
            socket.request(1);
            return null;
        }

        @Override
        public CompletionStage<?> onClose(WebSocket socket, int status, String reason) {
            closed.complete(status);
            return null;
        }

        @Override
        public void onError(WebSocket socket, Throwable failure) {
            closed.completeExceptionally(failure);
        }

        String next() throws InterruptedException {
            String message = messages.poll(15, TimeUnit.SECONDS);
            assertThat(message).as("a message").isNotNull();
            return message;
        }

        int code() throws Exception {
            return closed.get(15, TimeUnit.SECONDS);
        }
    }

    private WebSocket watch(String path, Heard heard, String... headers) throws Exception {
        WebSocket.Builder builder = client.newWebSocketBuilder().connectTimeout(Duration.ofSeconds(10));
        for (int i = 0; i < headers.length; i += 2) {
            builder.header(headers[i], headers[i + 1]);
        }
        return builder.buildAsync(address(path), heard).get(15, TimeUnit.SECONDS);
    }

    private URI address(String path) {
        return URI.create(server.uri(path).toString().replaceFirst("https", "wss"));
    }

    @Test
    void everyEventIsOneMessageOfText() throws Exception {
        server.configMaps.put("ns", "a", "1");
        server.configMaps.put("ns", "b", "1");
        var heard = new Heard();
        WebSocket socket = watch(PATH, heard);
        assertThat(heard.next()).startsWith("{\"type\":\"ADDED\",\"object\":{\"kind\":\"ConfigMap\","
                + "\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"a\"").endsWith("\"data\":{\"a\":\"1\"}}}\n");
        assertThat(heard.next()).startsWith("{\"type\":\"ADDED\"").contains("\"name\":\"b\"");
        for (int length : new int[] {3, 200, 70_000}) {
            server.configMaps.put("ns", "a", "x".repeat(length));
            assertThat(heard.next()).startsWith("{\"type\":\"MODIFIED\"")
                    .endsWith("\"data\":{\"a\":\"" + "x".repeat(length) + "\"}}}\n");
        }
        assertThat(heard.binaries).isEmpty();
        socket.abort();
        eventually("the watch is closed when its client vanishes",
                () -> server.configMaps.openWatches.get() == 0 && server.server.openWatches() == 0);
    }

    @Test
    void protobufIsBytesWithoutTheirLength() throws Exception {
        server.configMaps.put("ns", "a", "1");
        var heard = new Heard();
        WebSocket socket = watch(PATH, heard, "Accept", "application/vnd.kubernetes.protobuf;stream=watch");
        byte[] event = heard.binaries.poll(15, TimeUnit.SECONDS);
        // The first field of a WatchEvent, its type.
        assertThat(new String(event, StandardCharsets.ISO_8859_1)).startsWith("\n\u0005ADDED\u0012").contains("k8s\0");
        assertThat(heard.messages).isEmpty();
        socket.abort();
    }

    @Test
    void httpAndWebSocketWatchesOfTheSameEventsDoNotShareFrames() throws Exception {
        var heard = new Heard();
        WebSocket socket = watch(PATH, heard);
        try (Socket http = server.socket()) {
            http.getOutputStream().write(("GET " + PATH + " HTTP/1.1\r\nHost: a\r\n\r\n")
                    .getBytes(StandardCharsets.US_ASCII));
            eventually("both watch", () -> server.server.openWatches() == 2);
            server.configMaps.put("ns", "a", "1");
            assertThat(heard.next()).startsWith("{\"type\":\"ADDED\"");
            assertThat(readUntil(http, "}}}\n")).contains("\r\n\r\n").containsPattern("[0-9a-f]+\r\n\\{\"type\"");
        }
        socket.abort();
    }

    @Test
    void pingsAreAnsweredAndDataIsThrownAway() throws Exception {
        var heard = new Heard();
        WebSocket socket = watch(PATH, heard);
        socket.sendText("hello", true).get(10, TimeUnit.SECONDS);
        socket.sendBinary(ByteBuffer.allocate(300_000), false).get(10, TimeUnit.SECONDS);
        socket.sendPing(ByteBuffer.wrap("between".getBytes(StandardCharsets.UTF_8))).get(10, TimeUnit.SECONDS);
        socket.sendBinary(ByteBuffer.allocate(10), true).get(10, TimeUnit.SECONDS);
        assertThat(heard.pongs.poll(15, TimeUnit.SECONDS)).isEqualTo("between");
        server.configMaps.put("ns", "a", "1");
        assertThat(heard.next()).contains("ADDED");
        socket.abort();
    }

    @Test
    void theClientsCloseIsAnsweredAndFreesTheWatch() throws Exception {
        var heard = new Heard();
        WebSocket socket = watch(PATH, heard);
        assertThat(server.server.openWatches()).isEqualTo(1);
        socket.sendClose(4321, "enough").get(10, TimeUnit.SECONDS);
        assertThat(heard.code()).isEqualTo(4321);
        eventually("closed", () -> server.server.openWatches() == 0 && server.configMaps.openWatches.get() == 0);
        eventually("the connection is closed too", () -> server.server.connections() == 0);
    }

    @Test
    void theEndOfAWatchIsAClose() throws Exception {
        var heard = new Heard();
        watch(PATH + "&timeoutSeconds=1", heard);
        assertThat(heard.code()).isEqualTo(1000);
        eventually("closed", () -> server.configMaps.openWatches.get() == 0 && server.server.connections() == 0);
    }

    @Test
    void aClientThatDoesNotAnswerTheCloseIsCutOff() throws Exception {
        try (Socket socket = open(PATH + "&timeoutSeconds=1")) {
            byte[] rest = socket.getInputStream().readAllBytes();
            assertThat(rest).containsExactly(0x88, 2, 1000 >> 8, 1000 & 0xff);
        }
    }

    @Test
    void aVersionThatIsGoneIsOneErrorAndThenTheEnd() throws Exception {
        long last = 0;
        for (int i = 0; i < 2 * TestResource.HISTORY_EVENTS_MAX; i++) {
            last = server.configMaps.put("ns", "a", "" + i);
        }
        server.configMaps.store.compact(last);
        var heard = new Heard();
        watch(PATH + "&resourceVersion=2", heard);
        assertThat(heard.next()).startsWith("{\"type\":\"ERROR\",\"object\":{\"kind\":\"Status\"").contains("410");
        assertThat(heard.code()).isEqualTo(1000);
    }

    @Test
    void watchesCloseWhenTheServerStops() throws Exception {
        var heard = new Heard();
        watch(PATH, heard);
        server.server.stop();
        assertThat(heard.code()).isEqualTo(1000);
        restart(TestServer.open());
    }

    @Test
    void aWebSocketMayBeSilentForLongerThanAConnection() throws Exception {
        restart(TestServer.open("idle_timeout_seconds", 1));
        var heard = new Heard();
        WebSocket socket = watch(PATH, heard);
        long until = System.nanoTime() + Duration.ofMillis(3_500).toNanos();
        while (System.nanoTime() < until) {
            LockSupport.parkNanos(until - System.nanoTime());
        }
        server.configMaps.put("ns", "a", "1");
        assertThat(heard.next()).contains("ADDED");
        socket.abort();
    }

    @Test
    void theHandshakeIsThatOfTheStandard() throws Exception {
        try (Socket socket = server.socket()) {
            send(socket, "GET " + PATH + " HTTP/1.1\r\n" + HANDSHAKE + "Sec-WebSocket-Protocol: binary.k8s.io, b\r\n"
                    + "Sec-WebSocket-Extensions: permessage-deflate\r\n\r\n");
            assertThat(readUntil(socket, "\r\n\r\n")).startsWith("HTTP/1.1 101 ")
                    .contains("Connection: Upgrade\r\n", "Upgrade: websocket\r\n", "Audit-Id: ",
                            // The example of RFC 6455, section 1.3.
                            "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n",
                            "Sec-WebSocket-Protocol: binary.k8s.io\r\n")
                    .doesNotContain("Extensions", "Content-Length", "Transfer-Encoding");
        }
    }

    @Test
    void badHandshakesAreRefused() throws Exception {
        assertThat(server.raw("GET " + PATH + " HTTP/1.1\r\n" + UPGRADE + "Sec-WebSocket-Version: 13\r\n\r\n"))
                .startsWith("HTTP/1.1 400 ").contains("\"reason\":\"BadRequest\"").contains("Sec-WebSocket-Key");
        assertThat(server.raw("GET " + PATH + " HTTP/1.1\r\n" + UPGRADE + "Sec-WebSocket-Version: 13\r\n"
                + "Sec-WebSocket-Key: short\r\n\r\n")).startsWith("HTTP/1.1 400 ");
        for (String version : List.of("", "Sec-WebSocket-Version: 8\r\n")) {
            assertThat(server.raw("GET " + PATH + " HTTP/1.1\r\n" + UPGRADE + version
                    + "Sec-WebSocket-Key: " + KEY + "\r\n\r\n"))
                    .startsWith("HTTP/1.1 400 ").contains("Sec-WebSocket-Version: 13\r\n");
        }
        assertThat(server.server.openWatches()).isZero();
        assertThat(server.configMaps.openWatches.get()).isZero();
    }

    @Test
    void onlyWatchesAreWebSockets() throws Exception {
        assertThat(server.raw("DELETE /api/v1/namespaces/ns/configmaps/absent?watch=1 HTTP/1.1\r\n" + HANDSHAKE
                + "\r\n")).startsWith("HTTP/1.1 404 ");
        assertThat(server.raw("PATCH " + PATH + " HTTP/1.1\r\n" + HANDSHAKE + "\r\n")).startsWith("HTTP/1.1 405 ");
        assertThat(server.raw("GET /api/v1/namespaces/ns/configmaps HTTP/1.1\r\n" + HANDSHAKE
                + "Accept: application/json\r\n\r\n")).startsWith("HTTP/1.1 200 ");
        String old = server.raw("GET " + PATH + "&timeoutSeconds=1 HTTP/1.0\r\n" + HANDSHAKE + "\r\n");
        assertThat(old).contains(" 200 ");
    }

    @Test
    void whoMayNotWatchLearnsItBeforeTheSwitch() throws Exception {
        restart(TestServer.withTokens("authorization_mode", new String[] {"Rules"}));
        server.plugins.authorizer("test", "Rules", request -> request.user().name().equals("alice")
                ? new mortise.spi.authorization.Decision.Allow("")
                : new mortise.spi.authorization.Decision.NoOpinion("not alice"));
        assertThat(refusal()).isEqualTo(401);
        assertThat(refusal("Authorization", "Bearer bob")).isEqualTo(403);
        watch(PATH, new Heard(), "Authorization", "Bearer alice").abort();
    }

    @Test
    void aTokenMayBeAmongTheSubprotocols() throws Exception {
        restart(TestServer.withTokens());
        String alice = TOKEN + Base64.getUrlEncoder().withoutPadding()
                .encodeToString("alice".getBytes(StandardCharsets.UTF_8));
        String request = "GET " + PATH + " HTTP/1.1\r\n" + HANDSHAKE + "Sec-WebSocket-Protocol: ";
        try (Socket socket = server.socket()) {
            send(socket, request + alice + ", base64.binary.k8s.io\r\n\r\n");
            assertThat(readUntil(socket, "\r\n\r\n")).startsWith("HTTP/1.1 101 ")
                    .contains("Sec-WebSocket-Protocol: base64.binary.k8s.io\r\n").doesNotContain(TOKEN);
        }
        assertThat(server.raw(request + alice + "\r\n\r\n")).startsWith("HTTP/1.1 401 ");
        assertThat(server.raw(request + alice + ", x, " + alice + "\r\n\r\n")).startsWith("HTTP/1.1 401 ");
        assertThat(server.raw(request + TOKEN + "!!!, x\r\n\r\n")).startsWith("HTTP/1.1 401 ");
        assertThat(server.raw("GET " + PATH + " HTTP/1.1\r\nHost: a\r\nSec-WebSocket-Protocol: " + alice
                + ", x\r\n\r\n")).startsWith("HTTP/1.1 401 ");
    }

    private int refusal(String... headers) {
        var refused = new ArrayList<Integer>();
        assertThatThrownBy(() -> watch(PATH, new Heard(), headers)).cause()
                .isInstanceOfSatisfying(WebSocketHandshakeException.class, failure -> {
                    HttpResponse<?> response = failure.getResponse();
                    refused.add(response.statusCode());
                });
        return refused.get(0);
    }

    @Test
    void whoDoesNotSpeakTheProtocolIsToldSo() throws Exception {
        // Without a mask; and a frame of data that is too long.
        assertThat(answer(0x89, 0)).containsExactly(0x88, 2, 1002 >> 8, 1002 & 0xff);
        assertThat(answer(0x82, 0xff, 0, 0, 0, 0, 0x7f, 0, 0, 0, 0, 0, 0, 0))
                .containsExactly(0x88, 2, 1009 >> 8, 1009 & 0xff);
        eventually("closed", () -> server.server.openWatches() == 0 && server.configMaps.openWatches.get() == 0);
    }

    private byte[] answer(int... frame) throws Exception {
        try (Socket socket = open(PATH)) {
            for (int next : frame) {
                socket.getOutputStream().write(next);
            }
            socket.getOutputStream().flush();
            return socket.getInputStream().readAllBytes();
        }
    }

    @Test
    void framesThatComeWithTheRequestAreRead() throws Exception {
        try (Socket socket = server.socket()) {
            var bytes = new ByteArrayOutputStream();
            bytes.writeBytes(("GET " + PATH + " HTTP/1.1\r\n" + HANDSHAKE + "\r\n")
                    .getBytes(StandardCharsets.US_ASCII));
            bytes.writeBytes(new byte[] {(byte) 0x88, (byte) 0x80, 1, 2, 3, 4});
            socket.getOutputStream().write(bytes.toByteArray());
            readUntil(socket, "\r\n\r\n");
            assertThat(socket.getInputStream().readAllBytes()).containsExactly(0x88, 0);
        }
        eventually("closed", () -> server.configMaps.openWatches.get() == 0);
    }

    @Test
    void aClientThatDoesNotReadIsCutOffAndDelaysNobody() throws Exception {
        var heard = new Heard();
        WebSocket quick = watch(PATH, heard);
        try (Socket slow = open(PATH)) {
            eventually("both watch", () -> server.server.openWatches() == 2);
            // It has pongs to take as well.
            slow.getOutputStream().write(new byte[] {(byte) 0x89, (byte) 0x80, 1, 2, 3, 4});
            String large = "x".repeat(100_000);
            for (int i = 0; i < 300; i++) {
                server.configMaps.put("ns", "a", i + large);
                assertThat(heard.next()).contains("\"data\":{\"a\":\"" + i + "x");
            }
            eventually("the slow one is gone", () -> server.server.openWatches() == 1);
        }
        server.configMaps.put("ns", "a", "after");
        assertThat(heard.next()).contains("after");
        quick.abort();
    }

    @Test
    void manyIdleWebSocketsNeedNoThreads() throws Exception {
        int many = 500;
        var sockets = new ArrayList<WebSocket>();
        var listeners = new ArrayList<Heard>();
        for (int i = 0; i < many; i++) {
            listeners.add(new Heard());
            sockets.add(watch(PATH, listeners.get(i)));
        }
        assertThat(server.server.openWatches()).isEqualTo(many);
        assertThat(Thread.activeCount()).isLessThan(100);
        server.configMaps.put("ns", "a", "1");
        for (Heard heard : listeners) {
            assertThat(heard.next()).contains("ADDED");
        }
        sockets.forEach(WebSocket::abort);
        eventually("closed", () -> server.server.openWatches() == 0 && server.server.connections() == 0);
    }

    private Socket open(String path) throws IOException {
        Socket socket = server.socket();
        send(socket, "GET " + path + " HTTP/1.1\r\n" + HANDSHAKE + "\r\n");
        assertThat(readUntil(socket, "\r\n\r\n")).startsWith("HTTP/1.1 101 ");
        return socket;
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
        socket.getOutputStream().flush();
    }

    private static String readUntil(Socket socket, String end) throws IOException {
        var read = new StringBuilder();
        while (!read.toString().endsWith(end)) {
            int next = socket.getInputStream().read();
            assertThat(next).as("more after: " + read).isNotNegative();
            read.append((char) next);
        }
        return read.toString();
    }
}
