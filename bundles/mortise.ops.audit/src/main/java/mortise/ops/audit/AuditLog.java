package mortise.ops.audit;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import mortise.spi.operations.AuditEvent;
import mortise.spi.operations.AuditSink;
import mortise.spi.operations.MetricFamily;
import mortise.spi.operations.MetricFamily.Stability;
import mortise.spi.operations.MetricFamily.Type;
import mortise.spi.operations.MetricFamily.Value;
import mortise.spi.operations.MetricsSource;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.metatype.annotations.Designate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Appends events to a file or standard output, at once or by way of a queue. Any thread. */
@Component(name = "mortise.ops.audit.log", service = {AuditSink.class, MetricsSource.class},
        configurationPolicy = ConfigurationPolicy.REQUIRE)
@Designate(ocd = AuditLogConfig.class)
public final class AuditLog implements AuditSink, MetricsSource {

    private static final Logger LOG = LoggerFactory.getLogger(AuditLog.class);

    private static final long MEGABYTE = 1024 * 1024;
    private static final int USUAL_MEGABYTES = 100;
    private static final String STANDARD_OUTPUT = "-";
    private static final Pattern DURATION = Pattern.compile("(?:(\\d+)h)?(?:(\\d+)m)?(?:(\\d+(?:\\.\\d+)?)s)?"
            + "(?:(\\d+)ms)?");
    /** A disk that is full is told about this often, not for every event. */
    private static final long COMPLAINT_NANOS = Duration.ofSeconds(10).toNanos();

    private final EventWriter out;
    private final Function<AuditEvent, byte[]> form;
    private final boolean strict;
    private final int eventBytesMax;
    private final @Nullable BatchQueue queue;
    private final LongAdder dropped = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final AtomicLong complainedAt = new AtomicLong(System.nanoTime() - COMPLAINT_NANOS);

    /**
     * Opens the file.
     *
     * @throws IllegalArgumentException when it is not named or cannot be written
     */
    @Activate
    public AuditLog(AuditLogConfig config) {
        this(config, writer(config));
    }

    AuditLog(AuditLogConfig config, EventWriter out) {
        this.out = out;
        form = config.audit_log_format().equals("legacy") ? EventText::legacy : EventText::json;
        strict = config.audit_log_mode().equals("blocking-strict");
        eventBytesMax = config.audit_log_truncate_enabled()
                ? config.audit_log_truncate_max_event_size() : Integer.MAX_VALUE;
        queue = config.audit_log_mode().equals("batch") ? new BatchQueue(batches(config), this::write) : null;
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

    private static BatchQueue.Settings batches(AuditLogConfig config) {
        boolean throttled = config.audit_log_batch_throttle_enable() && config.audit_log_batch_throttle_qps() > 0;
        return new BatchQueue.Settings(config.audit_log_batch_buffer_size(), config.audit_log_batch_max_size(),
                duration(config.audit_log_batch_max_wait()),
                config.audit_log_truncate_enabled() ? config.audit_log_truncate_max_batch_size() : Integer.MAX_VALUE,
                throttled ? config.audit_log_batch_throttle_qps() : 0,
                Math.max(1, config.audit_log_batch_throttle_burst()));
    }

    static Duration duration(String text) {
        Matcher parts = DURATION.matcher(text.strip());
        if (!parts.matches() || text.isBlank()) {
            throw new IllegalArgumentException("audit.log.batch.max.wait: not a duration such as 30s: " + text);
        }
        return Duration.ofHours(number(parts.group(1))).plusMinutes(number(parts.group(2)))
                .plusNanos(parts.group(3) == null ? 0 : (long) (Double.parseDouble(parts.group(3)) * 1e9))
                .plusMillis(number(parts.group(4)));
    }

    private static long number(@Nullable String digits) {
        return digits == null ? 0 : Long.parseLong(digits);
    }

    @Override
    public boolean record(AuditEvent event) {
        byte[] line = form.apply(event);
        if (line.length > eventBytesMax) {
            line = form.apply(EventText.truncated(event));
        }
        if (queue != null) {
            if (!queue.offer(line)) {
                dropped.increment();
                complain("an event is lost because too many wait", null);
            }
            return true;
        }
        return write(line, 1) || !strict;
    }

    private boolean write(byte[] lines, int count) {
        try {
            out.write(lines);
            return true;
        } catch (IOException | RuntimeException failure) {
            failed.add(count);
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

    @Override
    public List<MetricFamily> metrics() {
        return List.of(new MetricFamily("apiserver_audit_error_total", Type.COUNTER, Stability.ALPHA,
                "Events that were lost, by the part that lost them.", List.of("plugin"),
                List.of(new Value(List.of("buffered"), dropped.sum()), new Value(List.of("log"), failed.sum()))));
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
