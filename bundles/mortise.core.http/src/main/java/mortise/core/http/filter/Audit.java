package mortise.core.http.filter;

import java.io.UncheckedIOException;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import mortise.api.ApiException;
import mortise.core.http.exchange.ApiExchange;
import mortise.core.http.exchange.AuditTrail;
import mortise.core.http.exchange.Filter;
import mortise.core.http.measure.AuditMetrics;
import mortise.core.http.plugin.Plugin;
import mortise.spi.operations.AuditEvent;
import mortise.spi.operations.AuditPolicy;
import mortise.spi.operations.AuditRule.Level;
import mortise.spi.operations.AuditSink;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records who asked for what and how it was answered, when somebody has a policy for that and somebody takes the
 * records. What is recorded is decided when the sender is known.
 */
public final class Audit implements Filter {

    private static final Logger LOG = LoggerFactory.getLogger(Audit.class);

    private final AuditMetrics metrics;
    private final InstantSource clock;

    /** Counts there; times are those of the clock. */
    public Audit(AuditMetrics metrics, InstantSource clock) {
        this.metrics = metrics;
        this.clock = clock;
    }

    @Override
    public void apply(ApiExchange exchange, Next next) {
        List<Plugin<AuditSink>> sinks = exchange.plugins().auditSinks();
        Optional<Plugin<AuditPolicy>> policy = exchange.plugins().auditPolicy();
        if (sinks.isEmpty() || policy.isEmpty()) {
            next.proceed(exchange);
            return;
        }
        var trail = new AuditTrail(exchange, policy.get(), new Recorder(sinks, metrics), clock);
        exchange.audit(trail);
        // Not before the answer, which what is thrown here becomes only further out.
        exchange.whenDone(trail::threadDone);
        try {
            next.proceed(exchange);
        } catch (ApiException | UncheckedIOException expected) {
            throw expected;
        } catch (Throwable unexpected) {
            trail.panicked();
            throw unexpected;
        }
    }

    private record Recorder(List<Plugin<AuditSink>> sinks, AuditMetrics metrics)
            implements AuditTrail.AuditRecorder {

        @Override
        public void decided(Level level) {
            metrics.decided(level);
        }

        @Override
        public boolean record(AuditEvent event) {
            metrics.recorded();
            boolean all = true;
            for (Plugin<AuditSink> sink : sinks) {
                try {
                    all &= sink.service().record(event);
                } catch (RuntimeException | LinkageError failed) {
                    LOG.error("Request {}: {} failed to record an event", event.id(), sink, failed);
                }
            }
            return all;
        }

        @Override
        public void rejected() {
            metrics.rejected();
        }
    }
}
