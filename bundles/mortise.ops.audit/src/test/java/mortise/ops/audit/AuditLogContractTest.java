package mortise.ops.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import mortise.core.audit.AuditLosses;
import mortise.spi.operations.AuditSink;
import mortise.spi.operations.MetricFamily.Value;
import mortise.tck.operations.AuditEvents;
import mortise.tck.operations.AuditSinkContract;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AuditLogContractTest extends AuditSinkContract {

    private static final Pattern ID = Pattern.compile("\"auditID\":\"([^\"]*)\"");

    @TempDir
    Path folder;

    private final AuditLosses losses = new AuditLosses();
    private AuditLog log;

    /** A disk that is full. */
    private static final class Full implements EventWriter {

        @Override
        public void write(byte[] lines) throws IOException {
            throw new IOException("no space left on device");
        }

        @Override
        public void close() {
            // Nothing is open.
        }
    }

    private AuditLog open(Object... settings) {
        log = new AuditLog(Settings.log(folder.resolve("new/audit.log"), settings), losses);
        return log;
    }

    @Override
    protected AuditSink sink() {
        return open();
    }

    @Override
    protected List<String> ended() throws Exception {
        log.close();
        return Files.readAllLines(folder.resolve("new/audit.log")).stream().map(line -> {
            Matcher id = ID.matcher(line);
            return id.find() ? id.group(1) : line;
        }).toList();
    }

    private double lost(String plugin) {
        return losses.metrics().get(0).samples().stream().filter(one -> one.labelValues().contains(plugin))
                .mapToDouble(one -> ((Value) one).value()).sum();
    }

    @Test
    void aQueueIsWrittenToItsEndBeforeTheLogIsClosed() throws Exception {
        AuditLog batch = open("audit_log_mode", "batch", "audit_log_batch_max_size", 7,
                "audit_log_batch_max_wait", "50ms");
        for (int i = 0; i < 100; i++) {
            assertThat(batch.record(AuditEvents.full("id-" + i))).isTrue();
        }
        assertThat(ended()).hasSize(100).startsWith("id-0", "id-1").endsWith("id-99");
        assertThat(lost("buffered")).isZero();
    }

    @Test
    void whatDoesNotFitIntoTheQueueIsLostAndCounted() throws Exception {
        var busy = new CountDownLatch(1);
        var free = new CountDownLatch(1);
        EventWriter slow = new EventWriter() {
            @Override
            public void write(byte[] lines) throws IOException {
                try {
                    busy.countDown();
                    if (!free.await(10, TimeUnit.SECONDS)) {
                        throw new IOException("nobody went on");
                    }
                } catch (InterruptedException e) {
                    throw new IOException(e);
                }
            }

            @Override
            public void close() {
                // Nothing is open.
            }
        };
        var batch = new AuditLog(Settings.log(folder.resolve("x"), "audit_log_mode", "batch",
                "audit_log_batch_buffer_size", 3), losses, slow);
        batch.record(AuditEvents.small("first"));
        assertThat(busy.await(10, TimeUnit.SECONDS)).isTrue();
        for (int i = 0; i < 5; i++) {
            assertThat(batch.record(AuditEvents.small("more"))).as("a loss is borne").isTrue();
        }
        assertThat(lost("buffered")).isEqualTo(2);
        free.countDown();
        batch.close();
    }

    @Test
    void onlyTheStrictModeRefusesWhatItCannotWrite() {
        var blocking = new AuditLog(Settings.log(folder.resolve("x")), losses, new Full());
        assertThat(blocking.record(AuditEvents.small("a"))).isTrue();
        assertThat(lost("log")).isEqualTo(1);
        var strict = new AuditLog(Settings.log(folder.resolve("x"), "audit_log_mode", "blocking-strict"), losses,
                new Full());
        assertThat(strict.record(AuditEvents.small("a"))).isFalse();
    }

    @Test
    void longEventsLoseTheirBodiesWhenThatIsWanted() throws Exception {
        open("audit_log_truncate_enabled", true, "audit_log_truncate_max_event_size", 600)
                .record(AuditEvents.full("a"));
        log.close();
        assertThat(Files.readString(folder.resolve("new/audit.log"))).contains("audit.k8s.io/truncated")
                .doesNotContain("requestObject");
    }

    @Test
    void onlyTheServersUserCanReadTheFile() throws Exception {
        open();
        log.close();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("new/audit.log"))))
                .isEqualTo("rw-------");
    }

    @Test
    void aFileThatCannotBeWrittenIsAMistake() throws Exception {
        Files.writeString(folder.resolve("new"), "no folder");
        assertThatThrownBy(this::open).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("audit.log.path");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "5", "s", "1x", "-1s"})
    void durationsHaveUnits(String wrong) {
        assertThatThrownBy(() -> open("audit_log_mode", "batch", "audit_log_batch_max_wait", wrong))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("audit.log.batch.max.wait");
    }
}
