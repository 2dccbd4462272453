package mortise.authz.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import mortise.core.kubeconfig.CallResult;
import mortise.core.kubeconfig.ClientSettings;
import mortise.core.kubeconfig.KubeconfigClient;
import mortise.core.kubeconfig.KubeconfigException;
import mortise.tck.peer.Peer;
import mortise.tck.peer.Pki;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The cluster that the server itself runs in, as the files of its pod describe it. */
class InClusterTest {

    private final Pki pki = new Pki();
    private final Peer peer = Peer.secure(pki, "127.0.0.1");
    private volatile Instant now = Instant.ofEpochSecond(1_800_000_000);

    @TempDir
    Path account;

    @BeforeEach
    void write() throws IOException {
        Files.writeString(account.resolve("ca.crt"), pki.authorityPem());
        Files.writeString(account.resolve("token"), "first\n");
    }

    @AfterEach
    void close() {
        peer.close();
    }

    private Map<String, String> environment() {
        return Map.of("KUBERNETES_SERVICE_HOST", "127.0.0.1",
                "KUBERNETES_SERVICE_PORT", String.valueOf(peer.port()));
    }

    private KubeconfigClient open() throws IOException {
        return Clients.inCluster(environment(), account,
                ClientSettings.DEFAULT.withClock((InstantSource) () -> now));
    }

    private static CallResult call(KubeconfigClient client) {
        return client.post("/x", new byte[] {'{', '}'}, Duration.ofSeconds(20));
    }

    @Test
    void theTokenOfThePodIsShownAndReadAgain() throws IOException {
        try (KubeconfigClient client = open()) {
            call(client);
            assertThat(peer.last().header("Authorization")).isEqualTo("Bearer first");
            Files.writeString(account.resolve("token"), "the-next");
            now = now.plus(KubeconfigClient.LOOK_PERIOD);
            call(client);
            assertThat(peer.last().header("Authorization")).isEqualTo("Bearer the-next");
        }
    }

    /** A volume shows another folder from one moment to the next. */
    @Test
    void theTokenMayBeReplacedByALink() throws IOException {
        Path first = Files.createDirectory(account.resolve("..first"));
        Path next = Files.createDirectory(account.resolve("..next"));
        Files.move(account.resolve("token"), first.resolve("token"));
        Files.writeString(next.resolve("token"), "other");
        Path data = Files.createSymbolicLink(account.resolve("..data"), first.getFileName());
        Files.createSymbolicLink(account.resolve("token"), Path.of("..data/token"));
        try (KubeconfigClient client = open()) {
            call(client);
            assertThat(peer.last().header("Authorization")).isEqualTo("Bearer first");
            Files.delete(data);
            Files.createSymbolicLink(data, next.getFileName());
            now = now.plus(KubeconfigClient.LOOK_PERIOD);
            call(client);
            assertThat(peer.last().header("Authorization")).isEqualTo("Bearer other");
        }
    }

    @Test
    void onlyTheClusterIsToldTheToken() throws IOException {
        Files.writeString(account.resolve("ca.crt"), new Pki().authorityPem());
        try (KubeconfigClient client = open()) {
            assertThat(call(client)).isInstanceOf(CallResult.Failed.class);
            assertThat(peer.seen()).isEmpty();
        }
    }

    @Test
    void outsideOfAClusterThereIsNone() throws IOException {
        assertThatThrownBy(() -> Clients.inCluster(Map.of("KUBERNETES_SERVICE_HOST", "127.0.0.1"), account,
                ClientSettings.DEFAULT)).isInstanceOf(IOException.class)
                .hasMessage("unable to load in-cluster configuration, KUBERNETES_SERVICE_HOST and"
                        + " KUBERNETES_SERVICE_PORT must be defined");
        Files.delete(account.resolve("token"));
        assertThatThrownBy(this::open).isInstanceOf(KubeconfigException.class).hasMessageContaining("token");
    }
}
