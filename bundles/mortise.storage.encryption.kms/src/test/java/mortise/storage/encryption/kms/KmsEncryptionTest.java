package mortise.storage.encryption.kms;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.annotation.Annotation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import mortise.api.GroupResource;
import mortise.spi.storage.Commit;
import mortise.spi.storage.CommitOutcome.Committed;
import mortise.spi.storage.RangeRequest;
import mortise.spi.storage.Store;
import mortise.spi.storage.StoredValue;
import mortise.storage.encryption.EncryptionConfig;
import mortise.storage.encryption.EncryptionDecorator;
import mortise.storage.encryption.KeyServices;
import mortise.storage.memory.MemoryStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Encryption at rest from the file to the socket of a real key service. */
final class KmsEncryptionTest {

    private static final String PREFIX = "/registry/secrets/default/";

    @TempDir
    Path directory;

    private final MemoryStore memory = new MemoryStore();
    private KmsServer server;
    private Opened opened;

    /** What the file makes of the store. */
    private record Opened(KeyServices services, EncryptionDecorator decorator, Store store) {
    }

    @BeforeEach
    void start() throws Exception {
        server = new KmsServer(directory.resolve("s"));
        Files.writeString(directory.resolve("file"), """
                apiVersion: apiserver.config.k8s.io/v1
                kind: EncryptionConfiguration
                resources:
                - resources: [secrets]
                  providers:
                  - kms: {apiVersion: v2, name: one, endpoint: 'unix://%s', timeout: 2s}
                  - identity: {}
                """.formatted(directory.resolve("s")));
        opened = open();
    }

    @AfterEach
    void stop() throws Exception {
        close(opened);
        memory.close();
        server.close();
    }

    private Opened open() {
        var services = new KeyServices();
        services.bindConnector(new KmsConnector());
        var decorator = new EncryptionDecorator(new Config(directory.resolve("file").toString()), services);
        return new Opened(services, decorator,
                decorator.decorate(memory, key -> Optional.of(new GroupResource("", "secrets"))));
    }

    private static void close(Opened opened) {
        opened.decorator().deactivate();
        opened.services().deactivate();
    }

    private long write(String name) {
        return ((Committed) opened.store().commit(Commit.create(PREFIX + name, name.getBytes(UTF_8)))
                .toCompletableFuture().join()).revision();
    }

    private List<StoredValue> list() {
        return opened.store().range(RangeRequest.ofPrefix(PREFIX)).values();
    }

    private static void eventually(BooleanSupplier question) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (!question.getAsBoolean()) {
            assertThat(System.nanoTime()).isLessThan(deadline);
            Thread.onSpinWait();
        }
    }

    @Test
    void oneSeedServesManyValuesAndIsReadAgainAfterARestart() {
        for (int i = 0; i < 50; i++) {
            write("a" + i);
        }
        assertThat(server.encrypts).hasValue(1);
        assertThat(server.decrypts).hasValue(0);
        String stored = new String(memory.get(PREFIX + "a0", 0).orElseThrow().value(), UTF_8);
        assertThat(stored).startsWith("k8s:enc:kms:v2:one:").contains("key-1").contains(KmsServer.ANNOTATION);
        close(opened);
        opened = open();
        assertThat(list()).hasSize(50).allMatch(value -> value.key().endsWith(new String(value.value(), UTF_8)));
        assertThat(server.decrypts).hasValue(1);
        eventually(() -> opened.services().failure().isEmpty());
    }

    @Test
    void anotherKeyIsNoticedAndOldValuesAreOutdated() throws Exception {
        write("a");
        assertThat(opened.store().outdated(PREFIX + "a")).isFalse();
        server.keyId = "key-2";
        close(opened);
        opened = open();
        write("b");
        assertThat(list()).allMatch(value -> value.unreadable().isEmpty());
        assertThat(opened.store().outdated(PREFIX + "a")).isTrue();
        assertThat(opened.store().outdated(PREFIX + "b")).isFalse();
    }

    @Test
    void whileTheServiceHangsValuesAreUnreadableOneByOneAndSoon() {
        for (int i = 0; i < 200; i++) {
            write("a" + i);
        }
        close(opened);
        server.hanging = true;
        opened = open();
        long before = System.nanoTime();
        assertThat(list()).hasSize(200)
                .allMatch(value -> value.unreadable().contains("no answer within 2000 ms"));
        assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(20));
        assertThat(opened.store().commit(Commit.create(PREFIX + "b", new byte[1])).toCompletableFuture())
                .failsWithin(Duration.ofSeconds(10)).withThrowableOfType(ExecutionException.class)
                .havingRootCause().withMessageContaining("the KMS provider one is not ready");
        assertThat(opened.services().failure()).isPresent();
        server.hanging = false;
        // Whoever asks for the health has the service asked again.
        eventually(() -> opened.services().failure().isEmpty());
        assertThat(list()).allMatch(value -> value.unreadable().isEmpty());
    }

    @Test
    void anIllServiceIsTold() throws Exception {
        close(opened);
        server.health = "on fire";
        opened = open();
        assertThat(opened.store().commit(Commit.create(PREFIX + "b", new byte[1])).toCompletableFuture())
                .failsWithin(Duration.ofSeconds(10)).withThrowableOfType(ExecutionException.class)
                .havingRootCause().withMessageContaining("got unexpected healthz status: on fire");
        assertThat(opened.services().failure()).get().asString()
                .isEqualTo("kmsv2 Provider one is not healthy, error: got unexpected healthz status: on fire");
    }

    @Test
    void whatCannotBeStoredIsNotTakenFromAService() {
        close(opened);
        server.annotationName = "not a domain";
        opened = open();
        eventually(() -> opened.services().failure().orElse("").contains("fully qualified domain name"));
        close(opened);
        server.annotationName = KmsServer.ANNOTATION;
        server.paddingBytes = 1 << 10;
        opened = open();
        eventually(() -> opened.services().failure().orElse("").contains("exceeds the max size of 1024"));
        close(opened);
        server.paddingBytes = 0;
        server.keyId = "k".repeat(2_000);
        opened = open();
        eventually(() -> opened.services().failure().orElse("").contains("keyID is 2000 bytes"));
    }

    @Test
    void oneDamagedValueDoesNotHideTheOthers() {
        write("a");
        write("b");
        byte[] damaged = memory.get(PREFIX + "a", 0).orElseThrow().value().clone();
        damaged["k8s:enc:kms:v2:one:".length() + 60] ^= 1;
        memory.commit(Commit.replace(PREFIX + "a", memory.get(PREFIX + "a", 0).orElseThrow().modRevision(), damaged))
                .toCompletableFuture().join();
        assertThat(list()).hasSize(2);
        assertThat(list().get(0).unreadable()).contains("cannot be decrypted");
        assertThat(list().get(1).unreadable()).isEmpty();
    }

    @Test
    void aFileWithAnotherServiceIsTakenOnceThatIsWell() throws Exception {
        write("a");
        try (var other = new KmsServer(directory.resolve("t"))) {
            other.keyId = "other-1";
            other.health = "warming up";
            String text = Files.readString(directory.resolve("file"));
            Files.writeString(directory.resolve("file"), text.replace("  providers:\n", "  providers:\n  - kms:"
                    + " {apiVersion: v2, name: two, endpoint: 'unix://" + directory.resolve("t") + "'}\n"));
            opened.decorator().look();
            assertThat(opened.decorator().failure()).get().asString().contains("warming up");
            write("b");
            other.health = "ok";
            opened.decorator().look();
            assertThat(opened.decorator().failure()).isEmpty();
            write("c");
            assertThat(memory.get(PREFIX + "b", 0).orElseThrow().value()).asString(UTF_8).contains("v2:one:");
            assertThat(memory.get(PREFIX + "c", 0).orElseThrow().value()).asString(UTF_8).contains("v2:two:");
            assertThat(list()).hasSize(3).allMatch(value -> value.unreadable().isEmpty());
            assertThat(server.encrypts).hasValue(1);
        }
    }

    /** The settings. */
    private record Config(String file) implements EncryptionConfig {

        @Override
        public String encryption_provider_config() {
            return file;
        }

        @Override
        public boolean encryption_provider_config_automatic_reload() {
            return false;
        }

        @Override
        public Class<? extends Annotation> annotationType() {
            return EncryptionConfig.class;
        }
    }
}
