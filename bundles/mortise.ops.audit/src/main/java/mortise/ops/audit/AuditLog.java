package mortise.ops.audit;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import mortise.api.GoDuration;
import mortise.core.audit.AuditLosses;
import mortise.core.audit.AuditQueue;
import mortise.core.audit.AuditText;
import mortise.spi.operations.AuditEvent;
import mortise.spi.operations.AuditSink;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.metatype.annotations.Designate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Appends events to a file or standard output, at once or by way of a queue. Any thread. */
@Component(name = "mortise.ops.audit.log", service = AuditSink.class,
        configurationPolicy = ConfigurationPolicy.REQUIRE)
@Designate(ocd = AuditLogConfig.class)
public final class AuditLog implements AuditSink {

    private static final Logger LOG = LoggerFactory.getLogger(AuditLog.class);

    private static final long MEGABYTE = 1024 * 1024;
    private static final int USUAL_MEGABYTES = 100;
    private static final String STANDARD_OUTPUT = "-";
    private static final String PART = "log";
    /** A disk that is full is told about this often, not for every event. */
    private static final long COMPLAINT_NANOS = Duration.ofSeconds(10).toNanos();

    private final EventWriter out;
    private final Function<AuditEvent, byte[]> form;
    private final boolean strict;
    private final int eventBytesMax;
    private final @Nullable AuditQueue queue;
    private final AuditLosses losses;
    private final AtomicLong complainedAt = new AtomicLong(System.nanoTime() - COMPLAINT_NANOS);

    /**
     * Opens the file.
     *
     * @throws IllegalArgumentException when it is not named or cannot be written
     */
    @Activate
    public AuditLog(AuditLogConfig config, @Reference AuditLosses losses) {
        this(config, losses, writer(config));
    }

    AuditLog(AuditLogConfig config, AuditLosses losses, EventWriter out) {
        this.out = out;
        this.losses = losses;
        form = config.audit_log_format().equals("legacy") ? LegacyText::line : AuditText::event;
        strict = config.audit_log_mode().equals("blocking-strict");
        eventBytesMax = config.audit_log_truncate_enabled()
                ? config.audit_log_truncate_max_event_size() : Integer.MAX_VALUE;
        queue = config.audit_log_mode().equals("batch")
                ? new AuditQueue("mortise-audit-log", batches(config), this::write) : null;
        losses.count(PART, 0);
    }

    private static EventWriter writer(AuditLogConfig config) {
        String path = config.audit_log_path().strip();
        if (path.isEmpty()) {
            throw new IllegalArgumentException("audit.log.path: no file is named");
        }
        if (path.equals(STANDARD_OUTPUT)) {
            return new StandardOutput();
        }
        int megabytes = config.audit_log_maxsize() == 0 ? USUAL_MEGABYTES : config.audit_log_maxsize();
        try {
            return new RotatingFile(Path.of(path), new RotatingFile.Limits(megabytes * MEGABYTE,
                    config.audit_log_maxbackup(), Duration.ofDays(config.audit_log_maxage()),
                    config.audit_log_compress()), InstantSource.system());
        } catch (IOException failure) {
            throw new IllegalArgumentException("audit.log.path: " + path + " cannot be written: " + failure, failure);
        }
    }

    private static AuditQueue.Settings batches(AuditLogConfig config) {
        boolean throttled = config.audit_log_batch_throttle_enable() && config.audit_log_batch_throttle_qps() > 0;
        return new AuditQueue.Settings(config.audit_log_batch_buffer_size(), config.audit_log_batch_max_size(),
                GoDuration.setting("audit.log.batch.max.wait", config.audit_log_batch_max_wait()),
                config.audit_log_truncate_enabled() ? config.audit_log_truncate_max_batch_size() : Integer.MAX_VALUE,
                throttled ? config.audit_log_batch_throttle_qps() : 0,
                Math.max(1, config.audit_log_batch_throttle_burst()));
    }

    @Override
    public boolean record(AuditEvent event) {
        byte[] line = form.apply(event);
        if (line.length > eventBytesMax) {
            line = form.apply(AuditText.truncated(event));
        }
        if (queue != null) {
            if (!queue.offer(line)) {
                losses.count(AuditLosses.QUEUE, 1);
                complain("an event is lost because too many wait", null);
            }
            return true;
        }
        return write(List.of(line)) || !strict;
    }

    private boolean write(List<byte[]> events) {
        var lines = new ByteArrayOutputStream(events.stream().mapToInt(event -> event.length + 1).sum());
        for (byte[] event : events) {
            lines.writeBytes(event);
            lines.write('\n');
        }
        try {
            out.write(lines.toByteArray());
            return true;
        } catch (IOException | RuntimeException failure) {
            losses.count(PART, events.size());
            complain("events could not be written", failure);
            return false;
        }
    }

    private void complain(String what, @Nullable Exception failure) {
        long last = complainedAt.get();
        long now = System.nanoTime();
        if (now - last >= COMPLAINT_NANOS && complainedAt.compareAndSet(last, now)) {
            LOG.error("Audit log: {}", what, failure);
        }
    }

    /** Writes what waits and closes the file. */
    @Deactivate
    void close() {
        if (queue != null) {
            queue.close();
        }
        out.close();
    }
}
