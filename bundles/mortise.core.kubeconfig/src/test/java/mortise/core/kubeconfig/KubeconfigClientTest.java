package mortise.core.kubeconfig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import mortise.core.kubeconfig.CallResult.Answered;
import mortise.core.kubeconfig.CallResult.Failed;
import mortise.core.kubeconfig.CallResult.Reason;
import mortise.tck.peer.Peer;
import mortise.tck.peer.Pki;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KubeconfigClientTest {

    private static final Pki PKI = new Pki();
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir
    private Path folder;
    private volatile Instant now = Instant.ofEpochSecond(1_800_000_000);
    private final ArrayList<AutoCloseable> opened = new ArrayList<>();
    private ClientSettings settings = ClientSettings.DEFAULT.withClock((InstantSource) () -> now);

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable closeable : opened) {
            closeable.close();
        }
    }

    private <T extends AutoCloseable> T closing(T closeable) {
        opened.add(closeable);
        return closeable;
    }

    private Path write(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    private Path kubeconfig(String cluster, String user) throws IOException {
        return write("conf/hook.kubeconfig", """
                apiVersion: v1
                kind: Config
                current-context: c
                contexts:
                - {name: c, context: {cluster: hook, user: me}}
                clusters:
                - name: hook
                  cluster: %s
                users:
                - name: me
                  user: %s
                """.formatted(cluster, user));
    }

    private KubeconfigClient open(String cluster, String user) throws IOException {
        return closing(KubeconfigClient.open(kubeconfig(cluster, user), settings));
    }

    private static Answered answered(KubeconfigClient client, String path) {
        CallResult result = client.post(path, "{\"a\":1}".getBytes(StandardCharsets.UTF_8), PATIENCE);
        assertThat(result).isInstanceOf(Answered.class);
        return (Answered) result;
    }

    private static Failed failed(KubeconfigClient client, Duration timeout) {
        CallResult result = client.post("", new byte[] {'{', '}'}, timeout);
        assertThat(result).isInstanceOf(Failed.class);
        return (Failed) result;
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String trusting(Peer peer) {
        return "{server: '" + peer.url() + "/base/', certificate-authority-data: " + base64(PKI.authorityPem()) + "}";
    }

    @Test
    void aDocumentIsPostedWithATokenBelowTheServersPath() throws IOException {
        Peer peer = closing(Peer.secure(PKI, "127.0.0.1"));
        peer.answers(201, "{\"b\":2}");
        Answered answer = answered(open(trusting(peer), "{token: s3cret}"), "/reviews?timeout=10s");
        assertThat(answer.status()).isEqualTo(201);
        assertThat(answer.ok()).isTrue();
        assertThat(answer.body()).asString().isEqualTo("{\"b\":2}");
        assertThat(peer.last().target()).isEqualTo("/base/reviews?timeout=10s");
        assertThat(peer.last().body()).isEqualTo("{\"a\":1}");
        assertThat(peer.last().header("Authorization")).isEqualTo("Bearer s3cret");
        assertThat(peer.last().header("Content-Type")).isEqualTo("application/json");
    }

    @Test
    void withoutAPathTheServersOwnIsPostedTo() throws IOException {
        Peer peer = closing(Peer.plain());
        answered(open("{server: '" + peer.url() + "/hook/'}", "{}"), "?timeout=30s");
        assertThat(peer.last().target()).isEqualTo("/hook?timeout=30s");
        answered(open("{server: '127.0.0.1:" + peer.port() + "'}", "{}"), "");
        assertThat(peer.last().target()).isEqualTo("/");
        assertThat(peer.last().header("Authorization")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"RSA", "EC"})
    void aCertificateIsPresentedFromFilesNamedRelativeToTheKubeconfig(String algorithm) throws IOException {
        Peer peer = closing(Peer.secure(PKI, "127.0.0.1"));
        Pki.Identity identity = PKI.issue("me-" + algorithm, algorithm);
        write("conf/pki/ca.crt", PKI.authorityPem());
        write("conf/pki/me.crt", identity.certificatePem());
        write("me.key", identity.keyPem());
        answered(open("{server: '" + peer.url() + "', certificate-authority: pki/ca.crt}",
                "{client-certificate: ./pki/me.crt, client-key: ../me.key}"), "");
        assertThat(peer.last().clientName()).isEqualTo("CN=me-" + algorithm);
        answered(open(trusting(peer), "{client-certificate-data: " + base64(identity.certificatePem())
                + ", client-key-data: " + base64(identity.pkcs8Pem()) + "}"), "");
        assertThat(peer.last().clientName()).isEqualTo("CN=me-" + algorithm);
    }

    @Test
    void aServerThatNobodyVouchesForIsNotSpokenTo() throws IOException {
        Peer peer = closing(Peer.secure(new Pki(), "127.0.0.1"));
        Failed failure = failed(open(trusting(peer), "{token: s3cret}"), PATIENCE);
        assertThat(failure.reason()).isEqualTo(Reason.TLS);
        assertThat(failure.message()).contains(peer.url()).doesNotContain("s3cret");
        assertThat(peer.seen()).isEmpty();
        answered(open("{server: '" + peer.url() + "', insecure-skip-tls-verify: true}", "{}"), "");
    }

    @Test
    void aServerWithAnotherNameIsNotSpokenTo() throws IOException {
        Peer peer = closing(Peer.secure(PKI, "hook.test"));
        assertThat(failed(open(trusting(peer), "{}"), PATIENCE).reason()).isEqualTo(Reason.TLS);
        assertThat(peer.seen()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "localhost"})
    void theServerMayBeAskedForByAnotherName(String host) throws IOException {
        Peer peer = closing(Peer.secure(PKI, "hook.test", "127.0.0.2"));
        String cluster = "{server: 'https://" + host + ":" + peer.port() + "', tls-server-name: %s,"
                + " certificate-authority-data: " + base64(PKI.authorityPem()) + "}";
        answered(open(cluster.formatted("hook.test"), "{}"), "");
        assertThat(peer.last().serverName()).contains("hook.test").doesNotContain("localhost");
        answered(open(cluster.formatted("127.0.0.2"), "{}"), "");
        assertThat(peer.last().serverName()).isEqualTo("[]");
        assertThat(failed(open(cluster.formatted("other.test"), "{}"), PATIENCE).reason()).isEqualTo(Reason.TLS);
    }

    @Test
    void aServersOwnHostDoesNotProveAnotherName() throws IOException {
        Peer peer = closing(Peer.secure(PKI, "localhost", "127.0.0.1"));
        String cluster = "{server: 'https://localhost:" + peer.port() + "', tls-server-name: hook.test,"
                + " certificate-authority-data: " + base64(PKI.authorityPem()) + "}";
        assertThat(failed(open(cluster, "{}"), PATIENCE).reason()).isEqualTo(Reason.TLS);
    }

    @Test
    void aPasswordAndWhomToActAsAreSent() throws IOException {
        Peer peer = closing(Peer.plain());
        answered(open("{server: '" + peer.url() + "'}", """
                {username: bob, password: 'p:w', as: eve, as-uid: u1, as-groups: [g1, g2],
                 as-user-extra: {'example.com/x': [v1, v2]}}"""), "");
        Peer.Seen seen = peer.last();
        assertThat(seen.header("Authorization")).isEqualTo("Basic " + base64("bob:p:w"));
        assertThat(seen.header("Impersonate-User")).isEqualTo("eve");
        assertThat(seen.header("Impersonate-Uid")).isEqualTo("u1");
        assertThat(seen.header("Impersonate-Group")).isEqualTo("g1|g2");
        assertThat(seen.header("Impersonate-Extra-example.com%2Fx")).isEqualTo("v1|v2");
    }

    @Test
    void aTokenFileIsReadAgainWhenItChanges() throws IOException {
        Peer peer = closing(Peer.plain());
        Path token = write("conf/token", "one\n");
        KubeconfigClient client = open("{server: '" + peer.url() + "'}", "{tokenFile: token, token: never}");
        answered(client, "");
        assertThat(peer.last().header("Authorization")).isEqualTo("Bearer one");
        Files.writeString(token, "second\n");
        answered(client, "");
        assertThat(peer.last().header("Authorization")).as("not looked at yet").isEqualTo("Bearer one");
        now = now.plus(KubeconfigClient.LOOK_PERIOD);
        answered(client, "");
        assertThat(peer.last().header("Authorization")).isEqualTo("Bearer second");
        Files.delete(token);
        now = now.plus(KubeconfigClient.LOOK_PERIOD);
        answered(client, "");
        assertThat(peer.last().header("Authorization")).as("the last good one").isEqualTo("Bearer second");
    }

    @Test
    void aChangedCertificateMakesANewHandshakeAndABrokenFileChangesNothing() throws IOException {
        Peer peer = closing(Peer.secure(PKI, "127.0.0.1"));
        Pki.Identity first = PKI.issue("first", "EC");
        write("conf/me.crt", first.certificatePem());
        write("conf/me.key", first.keyPem());
        KubeconfigClient client = open(trusting(peer), "{client-certificate: me.crt, client-key: me.key}");
        answered(client, "");
        Pki.Identity second = PKI.issue("second-one", "EC");
        write("conf/me.crt", second.certificatePem());
        now = now.plus(KubeconfigClient.LOOK_PERIOD);
        answered(client, "");
        assertThat(peer.last().clientName()).as("the key is not there yet").isEqualTo("CN=first");
        write("conf/me.key", second.keyPem());
        now = now.plus(KubeconfigClient.LOOK_PERIOD);
        answered(client, "");
        assertThat(peer.last().clientName()).isEqualTo("CN=second-one");
        kubeconfig("[", "{}");
        now = now.plus(KubeconfigClient.LOOK_PERIOD);
        answered(client, "");
        assertThat(peer.last().clientName()).isEqualTo("CN=second-one");
        kubeconfig(trusting(peer), "{token: instead}");
        now = now.plus(KubeconfigClient.LOOK_PERIOD);
        answered(client, "");
        assertThat(peer.last().clientName()).isEmpty();
        assertThat(peer.last().header("Authorization")).isEqualTo("Bearer instead");
    }

    @Test
    void theServerCanMove() throws IOException {
        Peer before = closing(Peer.plain());
        Peer after = closing(Peer.plain());
        KubeconfigClient client = open("{server: '" + before.url() + "'}", "{}");
        answered(client, "");
        kubeconfig("{server: '" + after.url() + "/moved'}", "{}");
        now = now.plus(KubeconfigClient.LOOK_PERIOD);
        answered(client, "");
        assertThat(before.seen()).hasSize(1);
        assertThat(after.last().target()).isEqualTo("/moved");
    }

    @Test
    void anAnswerThatIsTooLargeIsCutOff() throws IOException {
        Peer peer = closing(Peer.plain());
        settings = settings.withAnswerBytesMax(1000);
        KubeconfigClient client = open("{server: '" + peer.url() + "'}", "{}");
        peer.answers(200, "x".repeat(1000));
        assertThat(answered(client, "").body()).hasSize(1000);
        peer.answers(200, "x".repeat(1001));
        assertThat(failed(client, PATIENCE).reason()).isEqualTo(Reason.TOO_LARGE);
    }

    @Test
    void anAnswerThatDoesNotComeIsNotWaitedFor() throws Exception {
        Peer peer = closing(Peer.plain());
        CountDownLatch released = new CountDownLatch(1);
        peer.answers((exchange, seen) -> {
            exchange.sendResponseHeaders(200, 10);
            exchange.getResponseBody().write('x');
            exchange.getResponseBody().flush();
            await(released);
        });
        KubeconfigClient client = open("{server: '" + peer.url() + "'}", "{}");
        assertThat(failed(client, Duration.ofMillis(300)).reason()).isEqualTo(Reason.TIMEOUT);
        released.countDown();
    }

    @Test
    void nobodyThereIsAnAnswerToo() throws IOException {
        Peer peer = Peer.plain();
        KubeconfigClient client = open("{server: '" + peer.url() + "'}", "{}");
        peer.close();
        Failed failure = failed(client, PATIENCE);
        assertThat(failure.reason()).isEqualTo(Reason.UNREACHABLE);
        assertThat(failure.message()).contains(peer.url());
    }

    @Test
    void aConnectionThatBreaksIsSomethingElse() throws IOException {
        Peer peer = closing(Peer.plain());
        peer.answers((exchange, seen) -> {
            exchange.sendResponseHeaders(200, 10);
            exchange.getResponseBody().write('x');
            throw new IOException("broken on purpose");
        });
        assertThat(failed(open("{server: '" + peer.url() + "'}", "{}"), PATIENCE).reason())
                .isEqualTo(Reason.BROKEN);
    }

    @Test
    void callsAtATimeAreLimitedAndEndWithTheClient() throws Exception {
        Peer peer = closing(Peer.plain());
        CountDownLatch arrived = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        peer.answers((exchange, seen) -> {
            arrived.countDown();
            await(released);
        });
        settings = settings.withCallsMax(1);
        KubeconfigClient client = open("{server: '" + peer.url() + "'}", "{}");
        var first = new FutureTask<>(() -> failed(client, PATIENCE));
        new Thread(first).start();
        await(arrived);
        assertThat(failed(client, Duration.ofMillis(50)).reason()).isEqualTo(Reason.BUSY);
        client.close();
        assertThat(first.get().reason()).isEqualTo(Reason.CANCELLED);
        assertThat(failed(client, PATIENCE).reason()).isEqualTo(Reason.CANCELLED);
        released.countDown();
    }

    @Test
    void anInterruptedCallerComesBackAtOnce() throws Exception {
        Peer peer = closing(Peer.plain());
        CountDownLatch arrived = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        peer.answers((exchange, seen) -> {
            arrived.countDown();
            await(released);
        });
        KubeconfigClient client = open("{server: '" + peer.url() + "'}", "{}");
        var call = new FutureTask<>(() -> {
            Reason reason = failed(client, PATIENCE).reason();
            return Thread.currentThread().isInterrupted() ? reason : null;
        });
        Thread caller = new Thread(call);
        caller.start();
        await(arrived);
        caller.interrupt();
        assertThat(call.get()).isEqualTo(Reason.CANCELLED);
        released.countDown();
    }

    @Test
    void aServerMayAskToWait() throws IOException {
        Peer peer = closing(Peer.plain());
        peer.answers((exchange, seen) -> {
            exchange.getResponseHeaders().set("Retry-After", "7");
            exchange.getResponseHeaders().set("Location", "http://127.0.0.1:1/");
            Peer.send(exchange, 307, "");
        });
        Answered answer = answered(open("{server: '" + peer.url() + "'}", "{}"), "");
        assertThat(answer.status()).as("not followed").isEqualTo(307);
        assertThat(answer.retryAfter()).contains(Duration.ofSeconds(7));
    }

    @Test
    void callsGoThroughAProxy() throws IOException {
        Peer proxy = closing(Peer.plain());
        answered(open("{server: 'http://hook.test:81/a', proxy-url: '" + proxy.url() + "'}", "{}"), "");
        assertThat(proxy.last().target()).isEqualTo("http://hook.test:81/a");
    }

    @Test
    void callsWithTlsGoThroughATunnel() throws IOException {
        Peer peer = closing(Peer.secure(PKI, "hook.test"));
        Tunnel tunnel = closing(new Tunnel(peer.port(), "200 Connected"));
        String cluster = "{server: 'https://hook.test:81/a', proxy-url: '" + tunnel.url()
                + "', certificate-authority-data: " + base64(PKI.authorityPem()) + "}";
        answered(open(cluster, "{token: s3cret}"), "");
        assertThat(peer.last().target()).isEqualTo("/a");
        assertThat(peer.last().serverName()).as("it is the server who proves its name").contains("hook.test");
        assertThat(tunnel.asked()).containsExactly("CONNECT hook.test:81 HTTP/1.1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"403 Forbidden", "407 Proxy Authentication Required", "502 Bad Gateway"})
    void aTunnelThatLeadsNowhereIsNoAnswer(String status) throws IOException {
        Tunnel tunnel = closing(new Tunnel(1, status));
        String cluster = "{server: 'https://hook.test', insecure-skip-tls-verify: true, proxy-url: '"
                + tunnel.url() + "'}";
        CallResult result = open(cluster, "{}").post("", new byte[] {'{', '}'}, PATIENCE);
        assertThat(result).as("what a proxy answers is not the server's answer").isInstanceOf(Failed.class);
    }

    @Test
    void anybodyMayBeAServerThatIsNotVerified() throws IOException {
        Peer peer = closing(Peer.secure(new Pki(), "elsewhere.test"));
        answered(open("{server: '" + peer.url() + "', insecure-skip-tls-verify: true}", "{token: t}"), "");
        assertThat(peer.last().header("Authorization")).isEqualTo("Bearer t");
        assertThat(failed(open("{server: '" + peer.url() + "'}", "{token: t}"), PATIENCE).reason())
                .isEqualTo(Reason.TLS);
    }

    @Test
    void aServerWithoutAFileIsCalledToo() throws Exception {
        Peer peer = closing(Peer.secure(PKI, "127.0.0.1"));
        Cluster cluster = Cluster.of("hook", new URI(peer.url() + "/x"),
                PKI.authorityPem().getBytes(StandardCharsets.US_ASCII));
        assertThat(answered(closing(KubeconfigClient.of(cluster, User.NOBODY, settings)), "").ok()).isTrue();
    }

    @Test
    void whatCannotBeUsedIsSaidAtOnce() throws IOException {
        write("conf/empty", "");
        assertThatThrownBy(() -> open("{server: 'https://x', certificate-authority: none.crt}", "{}"))
                .isInstanceOf(KubeconfigException.class).hasMessageContaining("none.crt: no such file");
        assertThatThrownBy(() -> open("{server: 'https://x', certificate-authority: empty}", "{}"))
                .hasMessageContaining("holds no certificate");
        assertThatThrownBy(() -> open("{server: 'https://x'}", "{tokenFile: empty}"))
                .hasMessageContaining("read empty token");
        assertThatThrownBy(() -> open("{server: 'https://x'}", "{token: \"a\\nb: s3cret\"}"))
                .hasMessageContaining("characters").hasMessageNotContaining("s3cret");
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
