package mortise.core.http.measure;

import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import mortise.spi.operations.AuditRule.Level;
import mortise.spi.operations.MetricFamily;
import mortise.spi.operations.MetricFamily.Sample;
import mortise.spi.operations.MetricFamily.Stability;
import mortise.spi.operations.MetricFamily.Type;
import mortise.spi.operations.MetricFamily.Value;

/** Counts what is recorded about requests. Thread-safe. */
public final class AuditMetrics {

    private final LongAdder events = new LongAdder();
    private final LongAdder rejected = new LongAdder();
    private final LongAdder[] levels =
            Stream.generate(LongAdder::new).limit(Level.values().length).toArray(LongAdder[]::new);

    /** Counts a request by what is recorded about it. */
    public void decided(Level level) {
        levels[level.ordinal()].increment();
    }

    /** Counts an event. */
    public void recorded() {
        events.increment();
    }

    /** Counts a request that was refused because it could not be recorded. */
    public void rejected() {
        rejected.increment();
    }

    /** Returns what was counted. */
    public List<MetricFamily> metrics() {
        List<Sample> byLevel = Stream.of(Level.values())
                .<Sample>map(level -> new Value(List.of(level.text()), levels[level.ordinal()].sum())).toList();
        return List.of(
                MetricFamily.of("apiserver_audit_event_total", Type.COUNTER, Stability.ALPHA,
                        "Events that were recorded about requests.", events.sum()),
                MetricFamily.of("apiserver_audit_requests_rejected_total", Type.COUNTER, Stability.ALPHA,
                        "Requests that were refused because they could not be recorded.", rejected.sum()),
                new MetricFamily("apiserver_audit_level_total", Type.COUNTER, Stability.ALPHA,
                        "Requests by what the policy wants recorded about them.", List.of("level"), byLevel));
    }
}
