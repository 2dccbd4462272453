package mortise.ops.storetool;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.annotation.Annotation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import mortise.spi.storage.Store;
import mortise.spi.storage.StoreData;
import mortise.spi.storage.StoredValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands, on backends in memory. */
final class CommandsTest {

    @TempDir
    Path temporary;

    private final MemoryData full = new MemoryData(true);
    private final MemoryData empty = new MemoryData(true);
    private final MemoryData counting = new MemoryData(false);
    private final List<Map.Entry<Map<String, Object>, StoreData>> backends = List.of(named("full", full),
            named("empty", empty), named("counting", counting));
    private final List<String> said = new ArrayList<>();

    CommandsTest() {
        full.put(value("pods/b", 4, 9, "{\"metadata\":{\"name\":\"b\"}}"), 0);
        full.put(value("pods/a", 5, 5, "{\"metadata\":{\"labels\":{},\"name\":\"a\"},\"x\":[1]}"), 0);
        full.put(value("events/e", 7, 7, "k8s:enc:aescbc:v1:"), 100);
        full.finish(20);
    }

    @Test
    void aBackupIsRestoredWithTheSameBytesAndALaterRevision() {
        assertThat(backup("full")).isZero();
        assertThat(said).contains("3 of 3 values saved");
        assertThat(new RestoreCommand(config("empty", "", ""), backends).applyAsInt(said::add)).isZero();
        assertThat(empty.text()).isEqualTo(full.text());
        assertThat(empty.revision()).isEqualTo(1_020);
        assertThat(empty.order()).as("order of the revisions").containsExactly(5L, 7L, 9L);
        assertThat(empty.lifetime("/registry/events/e")).isBetween(90L, 100L);
    }

    @Test
    void whereThereIsDataNothingIsRestored() {
        backup("full");
        assertThatThrownBy(() -> new RestoreCommand(config("full", "", ""), backends).applyAsInt(said::add))
                .hasMessageContaining("there is data");
        assertThatThrownBy(() -> backup("full")).hasMessageContaining("exists already");
    }

    @Test
    void aDamagedBackupIsNotRestored() throws IOException {
        backup("full");
        Path values = temporary.resolve("backup/values.gz");
        try (var file = new RandomAccessFile(values.toFile(), "rw")) {
            file.seek(Files.size(values) / 2);
            file.write(file.read() ^ 1);
        }
        assertThatThrownBy(() -> new RestoreCommand(config("empty", "", ""), backends).applyAsInt(said::add))
                .hasMessageContaining("values.gz is damaged");
        Path manifest = temporary.resolve("backup/manifest");
        Files.writeString(manifest, Files.readString(manifest).replace("revision=20", "revision=21"));
        assertThatThrownBy(() -> new BackupReader(temporary.resolve("backup"), InstantSource.system()))
                .hasMessageContaining("manifest is damaged");
        assertThat(empty.text()).isEmpty();
    }

    @Test
    void aBackendThatGivesRevisionsItselfKeepsTheOrderAndAWarningSaysWhenItsRevisionIsLower() {
        assertThat(new MigrateCommand(config("", "full", "counting"), backends).applyAsInt(said::add)).isZero();
        assertThat(counting.keys()).containsExactly("/registry/pods/a", "/registry/events/e", "/registry/pods/b");
        assertThat(said).anyMatch(line -> line.startsWith("WARNING revision 4 is lower than 20"));
        assertThatThrownBy(() -> new MigrateCommand(config("", "full", "none"), backends).applyAsInt(said::add))
                .hasMessage("bad value \"none\" for flag --to: it must be one of counting, empty, full");
    }

    @Test
    void whatIsSaidToBeCopiedHasBeenWaitedFor() {
        List<Integer> settled = new ArrayList<>();
        new MigrateCommand(config("", "full", "counting"), backends).applyAsInt(line -> {
            if (line.endsWith("3 of 3 values copied")) {
                settled.add(counting.settled());
            }
        });
        assertThat(settled).containsExactly(3);
    }

    @Test
    void whatIsNoObjectIsNamed() {
        assertThat(verify("full")).isZero();
        assertThat(said).contains("no problem found", "0 of them in Protobuf, 1 encrypted; these were not looked into");
        empty.put(value("pods/cut", 2, 2, "{\"metadata\":{\"name\":\"cu"), 0);
        empty.put(value("pods/more", 3, 3, "{}{}"), 0);
        empty.put(value("pods/other", 4, 4, "{\"metadata\":{\"name\":\"another\"}}"), 0);
        empty.finish(4);
        assertThat(verify("empty")).isEqualTo(1);
        assertThat(said).contains("3 problems found", "PROBLEM /registry/pods/other holds an object named another")
                .anyMatch(line -> line.startsWith("PROBLEM /registry/pods/cut (revision 2, 23 bytes) is no JSON: "))
                .anyMatch(line -> line.startsWith("PROBLEM /registry/pods/more (revision 3, 4 bytes) is no JSON: "));
    }

    private int verify(String backend) {
        return new VerifyCommand(config(backend, "", ""), backends).applyAsInt(said::add);
    }

    private int backup(String backend) {
        return new BackupCommand(config(backend, "", ""), backends).applyAsInt(said::add);
    }

    private static Map.Entry<Map<String, Object>, StoreData> named(String name, StoreData data) {
        return Map.entry(Map.of(Store.BACKEND, name), data);
    }

    private static StoredValue value(String key, long created, long changed, String text) {
        return new StoredValue("/registry/" + key, text.getBytes(UTF_8), created, changed);
    }

    private ToolConfig config(String backend, String from, String to) {
        return new ToolConfig() {
            @Override
            public String storage_backend() {
                return backend;
            }

            @Override
            public String backup_dir() {
                return temporary.resolve("backup").toString();
            }

            @Override
            public String from() {
                return from;
            }

            @Override
            public String to() {
                return to;
            }

            @Override
            public long revision_bump() {
                return 1_000;
            }

            @Override
            public Class<? extends Annotation> annotationType() {
                return ToolConfig.class;
            }
        };
    }
}
