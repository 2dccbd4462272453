package mortise.core.kubeconfig;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import mortise.core.codec.DecodeLimits;
import mortise.core.codec.JsonDecoder;
import mortise.core.codec.JsonEncoder;
import mortise.core.kubeconfig.CallResult.Answered;
import mortise.core.kubeconfig.CallResult.Failed;
import mortise.core.kubeconfig.CallResult.Reason;
import mortise.core.kubeconfig.ClientSettings.Plugins;
import mortise.tck.peer.Peer;
import mortise.tck.peer.Pki;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Plug-ins are scripts that write down each run and answer with what a file holds. */
class PluginTest {

    private static final Pki PKI = new Pki();
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String V1 = "client.authentication.k8s.io/v1";
    private static final String ANSWERING = "echo run >> \"$RUNS\"\ncat \"$ANSWER\"\n";

    @TempDir
    private Path folder;
    private volatile Instant now = Instant.ofEpochSecond(1_800_000_000);
    private final ArrayList<AutoCloseable> opened = new ArrayList<>();
    private ClientSettings settings = ClientSettings.DEFAULT.withClock(() -> now);
    private Peer peer;

    @BeforeEach
    void start() {
        peer = Peer.secure(PKI, "127.0.0.1");
        opened.add(peer);
    }

    @AfterEach
    void stop() throws Exception {
        for (AutoCloseable closeable : opened) {
            closeable.close();
        }
    }

    private void script(String text) throws IOException {
        Path file = Files.writeString(Files.createDirectories(folder.resolve("bin")).resolve("plugin"),
                "#!/bin/sh\n" + text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    }

    private void answer(String status) throws IOException {
        Files.writeString(folder.resolve("answer"),
                "{\"kind\":\"ExecCredential\",\"apiVersion\":\"" + V1 + "\",\"status\":" + status + "}");
    }

    private KubeconfigClient open(String command, String more) throws IOException {
        Path file = Files.writeString(folder.resolve("kubeconfig"), """
                current-context: c
                contexts: [{name: c, context: {cluster: hook, user: me}}]
                clusters:
                - name: hook
                  cluster:
                    server: %s/hook
                    certificate-authority-data: %s
                    extensions:
                    - {name: client.authentication.k8s.io/exec, extension: {audience: a1, list: [1]}}
                users:
                - name: me
                  user:
                    exec:
                      apiVersion: %s
                      command: %s
                      installHint: "get it:\\n  from there"
                      env: [{name: RUNS, value: %s}, {name: ANSWER, value: %s}]
                %s
                """.formatted(peer.url(), Base64.getEncoder().encodeToString(PKI.authorityPem()
                        .getBytes(StandardCharsets.US_ASCII)), V1, command, folder.resolve("runs"),
                folder.resolve("answer"), more.indent(6)));
        KubeconfigClient client = KubeconfigClient.open(file, settings);
        opened.add(client);
        return client;
    }

    private KubeconfigClient open() throws IOException {
        return open("./bin/plugin", "interactiveMode: Never");
    }

    private int runs() throws IOException {
        Path runs = folder.resolve("runs");
        return Files.exists(runs) ? Files.readAllLines(runs).size() : 0;
    }

    private static int status(KubeconfigClient client) {
        CallResult result = client.post("", new byte[] {'{', '}'}, PATIENCE);
        assertThat(result).isInstanceOf(Answered.class);
        return ((Answered) result).status();
    }

    private static String refusal(KubeconfigClient client) {
        CallResult result = client.post("", new byte[] {'{', '}'}, PATIENCE);
        assertThat(result).isInstanceOfSatisfying(Failed.class, failed ->
                assertThat(failed.reason()).isEqualTo(Reason.CREDENTIALS));
        return ((Failed) result).message();
    }

    private void sentToken(String token) {
        assertThat(peer.last().header("Authorization")).isEqualTo("Bearer " + token);
    }

    @Test
    void aTokenCountsUntilTheServerRefusesIt() throws IOException {
        script(ANSWERING);
        answer("{\"token\":\"one\"}");
        KubeconfigClient client = open();
        assertThat(status(client)).isEqualTo(200);
        sentToken("one");
        now = now.plus(Duration.ofDays(1));
        status(client);
        assertThat(runs()).isEqualTo(1);
        answer("{\"token\":\"two\"}");
        peer.answers(401, "");
        assertThat(status(client)).as("not tried again").isEqualTo(401);
        sentToken("one");
        peer.answers(200, "{}");
        assertThat(status(client)).isEqualTo(200);
        sentToken("two");
        assertThat(runs()).isEqualTo(2);
    }

    @Test
    void aTokenCountsUntilItExpires() throws IOException {
        script(ANSWERING);
        answer("{\"token\":\"one\",\"expirationTimestamp\":\"" + now.plusSeconds(60) + "\"}");
        KubeconfigClient client = open();
        status(client);
        now = now.plusSeconds(59);
        status(client);
        assertThat(runs()).isEqualTo(1);
        answer("{\"token\":\"two\"}");
        now = now.plusSeconds(1);
        status(client);
        sentToken("two");
        assertThat(runs()).isEqualTo(2);
    }

    @Test
    void callersAtATimeRunItOnce() throws Exception {
        script(ANSWERING);
        answer("{\"token\":\"one\"}");
        KubeconfigClient client = open();
        var callers = Executors.newFixedThreadPool(8);
        List<Future<Integer>> calls = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            calls.add(callers.submit(() -> status(client)));
        }
        for (Future<Integer> call : calls) {
            assertThat(call.get()).isEqualTo(200);
        }
        callers.shutdown();
        assertThat(runs()).isEqualTo(1);
    }

    @Test
    void aChangedCertificateMakesANewHandshake() throws IOException {
        script(ANSWERING);
        Pki.Identity first = PKI.issue("first", "EC");
        Pki.Identity second = PKI.issue("second", "RSA");
        answer(certificate(first, ",\"expirationTimestamp\":\"" + now.plusSeconds(60) + "\""));
        KubeconfigClient client = open();
        status(client);
        assertThat(peer.last().clientName()).isEqualTo("CN=first");
        assertThat(peer.last().header("Authorization")).isEmpty();
        String session = peer.last().session();
        status(client);
        assertThat(peer.last().session()).as("the same connection").isEqualTo(session);
        answer(certificate(second, ",\"token\":\"both\""));
        now = now.plusSeconds(60);
        status(client);
        assertThat(peer.last().clientName()).isEqualTo("CN=second");
        sentToken("both");
    }

    private static String certificate(Pki.Identity identity, String more) {
        return "{\"clientCertificateData\":" + quoted(identity.certificatePem())
                + ",\"clientKeyData\":" + quoted(identity.keyPem()) + more + "}";
    }

    private static String quoted(String text) {
        return new String(JsonEncoder.encode(text), StandardCharsets.UTF_8);
    }

    @Test
    void itIsToldWhatItIsFor() throws IOException {
        script("""
                printf %s "$KUBERNETES_EXEC_INFO" > "$RUNS.a"
                printf %s "$SERVICE_EXEC_INFO" > "$RUNS.b"
                printf '%s|' "$@" > "$RUNS.args"
                cat > "$RUNS.stdin"
                """ + ANSWERING);
        answer("{\"token\":\"one\"}");
        status(open("./bin/plugin", "interactiveMode: IfAvailable\nprovideClusterInfo: true\nargs: [a b, '$c', '']"));
        assertThat(folder.resolve("runs.b")).hasSameTextualContentAs(folder.resolve("runs.a"));
        assertThat(folder.resolve("runs.args")).hasContent("a b|$c||");
        assertThat(folder.resolve("runs.stdin")).isEmptyFile();
        assertThat(JsonDecoder.decode(Files.readAllBytes(folder.resolve("runs.a")), DecodeLimits.DEFAULT).value())
                .isEqualTo(Map.of("kind", "ExecCredential", "apiVersion", V1, "spec", Map.of(
                        "interactive", false, "cluster", Map.of(
                                "server", peer.url() + "/hook",
                                "certificate-authority-data", Base64.getEncoder().encodeToString(
                                        PKI.authorityPem().getBytes(StandardCharsets.US_ASCII)),
                                "config", Map.of("audience", "a1", "list", List.of(1L))))));
    }

    @Test
    void itIsToldNothingOfTheServerUnlessThatIsAskedFor() throws IOException {
        script("printf %s \"$KUBERNETES_EXEC_INFO\" > \"$RUNS.a\"\n" + ANSWERING);
        answer("{\"token\":\"one\"}");
        status(open());
        assertThat(folder.resolve("runs.a")).hasContent(
                "{\"kind\":\"ExecCredential\",\"apiVersion\":\"" + V1 + "\",\"spec\":{\"interactive\":false}}");
    }

    @Test
    void aPluginThatNeedsAPersonIsNotRun() throws IOException {
        script(ANSWERING);
        assertThat(refusal(open("./bin/plugin", "interactiveMode: Always")))
                .contains("exec plugin cannot support interactive mode: standard input is unavailable");
        assertThat(runs()).isZero();
    }

    @Test
    void aPluginThatIsNotInstalledIsSaidWithItsHint() throws IOException {
        assertThat(refusal(open("mortise-no-such-plugin", "interactiveMode: Never")))
                .endsWith("exec: executable mortise-no-such-plugin not found: get it: from there");
    }

    @Test
    void aPluginThatFailsIsLeftAloneForASecond() throws IOException {
        script("echo run >> \"$RUNS\"\necho s3cret\nexit 3\n");
        KubeconfigClient client = open();
        assertThat(refusal(client)).contains("failed with exit code 3: get it: from there")
                .doesNotContain("s3cret");
        refusal(client);
        assertThat(runs()).isEqualTo(1);
        script(ANSWERING);
        answer("{\"token\":\"one\"}");
        now = now.plus(PluginCredentials.REST_AFTER_FAILURE);
        assertThat(status(client)).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '!', quoteCharacter = '~', value = {
        "{\"kind\":\"ExecCredential\",\"apiVersion\":\"client.authentication.k8s.io/v1beta1\",\"status\":{}}"
            + "! exec plugin is configured to use API version client.authentication.k8s.io/v1,"
            + " plugin returned version client.authentication.k8s.io/v1beta1",
        "{\"kind\":\"Secret\",\"apiVersion\":\"client.authentication.k8s.io/v1\"} ! no ExecCredential",
        "{\"kind\":\"ExecCredential\",\"apiVersion\":\"client.authentication.k8s.io/v1\"}"
            + "! exec plugin didn't return a status field",
        "s3cret ! decoding stdout: not a JSON object",
        "[] ! the document is not an object"})
    void anAnswerOfAnotherKindIsRefused(String answer, String message) throws IOException {
        script(ANSWERING);
        Files.writeString(folder.resolve("answer"), answer);
        assertThat(refusal(open())).contains(message).doesNotContain("s3cret");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '!', quoteCharacter = '~', value = {
        "{} ! exec plugin didn't return a token or cert/key pair",
        "{\"clientKeyData\":\"s3cret\"} ! exec plugin returned only certificate or key, not both",
        "{\"clientCertificateData\":\"x\",\"clientKeyData\":\"s3cret\"} ! clientCertificateData holds no certificate",
        "{\"token\":\"s3cret\\n\"} ! status.token holds characters that a header cannot",
        "{\"token\":1} ! status.token is not a text",
        "{\"token\":\"s3cret\",\"expirationTimestamp\":\"soon\"} ! expirationTimestamp is not a time"})
    void anAnswerThatProvesNothingIsRefused(String status, String message) throws IOException {
        script(ANSWERING);
        answer(status);
        assertThat(refusal(open())).contains(message).doesNotContain("s3cret");
    }

    @Test
    void aPluginThatWritesTooMuchIsEnded() throws IOException {
        script("while :; do echo 0123456789012345678901234567890123456789; done\n");
        settings = settings.withPlugins(new Plugins(Optional.empty(), false, PATIENCE, 10_000));
        assertThat(refusal(open())).contains("has written more than 10000 bytes");
    }

    @Test
    void aPluginThatTakesTooLongIsEndedWithAllItStarted() throws IOException {
        script("sleep 60 &\necho $! > \"$RUNS\"\nwait\n");
        settings = settings.withPlugins(new Plugins(Optional.empty(), false, Duration.ofSeconds(1), 10_000));
        assertThat(refusal(open())).contains("did not end in time");
        long child = Long.parseLong(Files.readString(folder.resolve("runs")).strip());
        ProcessHandle.of(child).ifPresent(handle -> handle.onExit().join());
    }

    @Test
    void onlyProgramsThatAreListedMayBeRun() throws IOException {
        script(ANSWERING);
        answer("{\"token\":\"one\"}");
        ClientSettings any = settings;
        settings = any.withPlugins(Plugins.ANY.allowing(List.of("sh")));
        assertThat(refusal(open())).contains("is not one of those that may be run");
        settings = any.withPlugins(Plugins.ANY.allowing(List.of()));
        assertThat(refusal(open())).contains("is not one of those that may be run");
        assertThat(runs()).isZero();
        settings = any.withPlugins(Plugins.ANY.allowing(List.of("sh", folder.resolve("bin/plugin").toString())));
        assertThat(status(open())).isEqualTo(200);
    }
}
