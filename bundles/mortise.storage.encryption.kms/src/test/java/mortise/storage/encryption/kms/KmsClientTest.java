package mortise.storage.encryption.kms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import mortise.spi.storage.KeyService;
import mortise.spi.storage.KeyServiceException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The client against a real server on a real socket. */
final class KmsClientTest {

    private static final byte[] KEY = {1, 2, 3, 4, 5};

    @TempDir
    Path directory;

    private KmsServer server;
    private KeyService client;

    @BeforeEach
    void start() throws Exception {
        server = new KmsServer(directory.resolve("s"));
        client = new KmsConnector().connect(directory.resolve("s"), Duration.ofSeconds(10));
    }

    @AfterEach
    void stop() throws Exception {
        client.close();
        server.close();
    }

    @Test
    void keysGoThereAndComeBack() throws Exception {
        assertThat(client.status()).isEqualTo(new KeyService.Status("v2", "ok", "key-1"));
        KeyService.SealedKey sealed = client.encrypt(KEY, "a");
        assertThat(sealed.keyId()).isEqualTo("key-1");
        assertThat(sealed.annotations()).containsOnlyKeys(KmsServer.ANNOTATION);
        server.keyId = "key-2";
        assertThat(client.decrypt(sealed, "b")).isEqualTo(KEY);
        assertThat(client.encrypt(KEY, "c").keyId()).isEqualTo("key-2");
    }

    @Test
    void aRefusalIsNotAnAbsence() throws Exception {
        KeyService.SealedKey sealed = client.encrypt(KEY, "a");
        var wrong = new KeyService.SealedKey(sealed.ciphertext(), "key-1",
                Map.of(KmsServer.ANNOTATION, "for another".getBytes()));
        assertThatThrownBy(() -> client.decrypt(wrong, "b")).hasMessageContaining("INVALID_ARGUMENT: wrong annotation")
                .isInstanceOfSatisfying(KeyServiceException.class, e -> assertThat(e.away()).isFalse());
        var unheard = new KeyService.SealedKey(sealed.ciphertext(), "key-9", sealed.annotations());
        assertThatThrownBy(() -> client.decrypt(unheard, "c")).hasMessageContaining("NOT_FOUND: no key key-9");
        server.paddingBytes = 2 << 20;
        assertThatThrownBy(() -> client.encrypt(KEY, "d")).hasMessageContaining("RESOURCE_EXHAUSTED");
    }

    @Test
    void whoHangsIsNotWaitedForLongerThanAgreed() throws Exception {
        try (KeyService hasty = new KmsConnector().connect(directory.resolve("s"), Duration.ofMillis(300))) {
            server.hanging = true;
            assertThatThrownBy(hasty::status).hasMessageEndingWith("no answer within 300 ms")
                    .isInstanceOfSatisfying(KeyServiceException.class, e -> assertThat(e.away()).isTrue());
            server.hanging = false;
            assertThat(client.status().health()).isEqualTo("ok");
        }
    }

    @Test
    void aServiceThatWasAwayIsFoundAgainAtOnce() throws Exception {
        assertThat(client.status().health()).isEqualTo("ok");
        server.stop();
        try (KeyService hasty = new KmsConnector().connect(directory.resolve("s"), Duration.ofMillis(300))) {
            assertThatThrownBy(hasty::status)
                    .isInstanceOfSatisfying(KeyServiceException.class, e -> assertThat(e.away()).isTrue());
            Files.deleteIfExists(directory.resolve("s"));
            assertThatThrownBy(hasty::status).hasMessageContaining("there is no socket");
        }
        server.start();
        assertThat(client.status().health()).isEqualTo("ok");
    }
}
