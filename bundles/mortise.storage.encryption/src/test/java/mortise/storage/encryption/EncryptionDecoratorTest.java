package mortise.storage.encryption;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.annotation.Annotation;
import java.nio.file.Files;
import java.nio.file.Path;
import mortise.spi.storage.Commit;
import mortise.spi.storage.Store;
import mortise.storage.memory.MemoryStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class EncryptionDecoratorTest {

    private static final String KEY = "/registry/secrets/default/";
    private static final String OLD = Samples.provider(Algorithm.AESCBC, "old", Samples.KEY_1);
    private static final String NEW = Samples.provider(Algorithm.SECRETBOX, "new", Samples.KEY_2);

    @TempDir
    Path directory;

    private final MemoryStore memory = new MemoryStore();

    @AfterEach
    void close() {
        memory.close();
    }

    private Path file() {
        return directory.resolve("encryption.yaml");
    }

    private static EncryptionConfig config(String file, boolean reload) {
        return new EncryptionConfig() {
            @Override
            public String encryption_provider_config() {
                return file;
            }

            @Override
            public boolean encryption_provider_config_automatic_reload() {
                return reload;
            }

            @Override
            public Class<? extends Annotation> annotationType() {
                return EncryptionConfig.class;
            }
        };
    }

    private String written(Store store, String name) {
        store.commit(Commit.create(KEY + name, "{}".getBytes(UTF_8))).toCompletableFuture().join();
        String stored = new String(memory.get(KEY + name, 0).orElseThrow().value(), UTF_8);
        return stored.substring(0, stored.indexOf(':', 8));
    }

    @Test
    void aChangedFileTakesEffectAndAWrongOneDoesNot() throws Exception {
        Files.writeString(file(), Samples.file("secrets", OLD));
        var decorator = new EncryptionDecorator(config(file().toString(), true), new KeyServices());
        try {
            Store store = decorator.decorate(memory, Samples.RESOURCES);
            assertThat(written(store, "a")).isEqualTo("k8s:enc:aescbc");
            Files.writeString(file(), "resources: hunter2");
            decorator.look();
            assertThat(decorator.failure()).get().asString().contains(file().toString()).doesNotContain("hunter2");
            assertThat(written(store, "b")).isEqualTo("k8s:enc:aescbc");
            Files.writeString(file(), Samples.file("secrets", NEW, OLD));
            decorator.look();
            assertThat(decorator.failure()).isEmpty();
            assertThat(written(store, "c")).isEqualTo("k8s:enc:secretbox");
            assertThat(store.get(KEY + "a", 0).orElseThrow().unreadable()).isEmpty();
            Files.delete(file());
            decorator.look();
            assertThat(decorator.failure()).isPresent();
            assertThat(written(store, "d")).isEqualTo("k8s:enc:secretbox");
        } finally {
            decorator.deactivate();
        }
    }

    @Test
    void aWrongFileIsTheFlagsFault() throws Exception {
        assertThatThrownBy(() -> new EncryptionDecorator(config(" ", false), new KeyServices()))
                .hasMessage("encryption.provider.config: no file is named");
        assertThatThrownBy(() -> new EncryptionDecorator(config(file().toString(), false), new KeyServices()))
                .hasMessage("encryption.provider.config: there is no file " + file());
        Files.writeString(file(), Samples.file("secrets", "{aescbc: {keys: [{name: a, secret: AAAA}]}}"));
        assertThatThrownBy(() -> new EncryptionDecorator(config(file().toString(), false), new KeyServices()))
                .hasMessage("encryption.provider.config: resources[0].providers[0].aescbc.keys[0].secret:"
                        + " Invalid value:"
                        + " \"REDACTED\": secret is not of the expected length, got 3, expected one of [16 24 32]");
    }
}
