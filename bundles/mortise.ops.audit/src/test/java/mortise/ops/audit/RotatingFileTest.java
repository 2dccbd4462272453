package mortise.ops.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RotatingFileTest {

    private static final byte[] LINE = "123456789\n".getBytes(StandardCharsets.UTF_8);

    @TempDir
    Path folder;

    private Instant now = Instant.parse("2026-01-02T03:04:05.678Z");

    private List<String> write(int lines, RotatingFile.Limits limits) throws IOException {
        try (var file = new RotatingFile(folder.resolve("audit.log"), limits, () -> now)) {
            for (int i = 0; i < lines; i++) {
                file.write(LINE);
            }
        }
        var names = new ArrayList<String>();
        try (Stream<Path> files = Files.list(folder)) {
            files.forEach(path -> names.add(path.getFileName().toString()));
        }
        names.sort(null);
        return names;
    }

    private static RotatingFile.Limits limits(int backups, int days, boolean compress) {
        return new RotatingFile.Limits(20, backups, Duration.ofDays(days), compress);
    }

    @Test
    void aFullFileGetsTheTimeAsItsName() throws IOException {
        assertThat(write(5, limits(0, 0, false))).containsExactly("audit-2026-01-02T03-04-05.678.log",
                "audit-2026-01-02T03-04-05.679.log", "audit.log");
        assertThat(folder.resolve("audit.log")).hasSize(10);
    }

    @Test
    void whatWasThereGoesOn() throws IOException {
        write(1, limits(0, 0, false));
        assertThat(write(1, limits(0, 0, false))).containsExactly("audit.log");
        assertThat(folder.resolve("audit.log")).hasSize(20);
    }

    @Test
    void onlySoManyOldFilesAreKept() throws IOException {
        Files.writeString(folder.resolve("audit-note.log"), "somebody else's");
        assertThat(write(9, limits(2, 0, false))).containsExactly("audit-2026-01-02T03-04-05.680.log",
                "audit-2026-01-02T03-04-05.681.log", "audit-note.log", "audit.log");
    }

    @Test
    void oldFilesGoWithTheirTime() throws IOException {
        write(3, limits(0, 0, false));
        now = now.plus(Duration.ofDays(2));
        assertThat(write(2, limits(0, 1, false))).containsExactly("audit-2026-01-04T03-04-05.678.log", "audit.log");
    }

    @Test
    void oldFilesAreCompressed() throws IOException {
        assertThat(write(3, limits(0, 0, true))).containsExactly("audit-2026-01-02T03-04-05.678.log.gz", "audit.log");
        try (InputStream in = new GZIPInputStream(Files.newInputStream(
                folder.resolve("audit-2026-01-02T03-04-05.678.log.gz")))) {
            assertThat(in.readAllBytes()).hasSize(20);
        }
    }
}
