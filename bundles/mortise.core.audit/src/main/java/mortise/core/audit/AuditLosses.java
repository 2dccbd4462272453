package mortise.core.audit;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;
import mortise.spi.operations.MetricFamily;
import mortise.spi.operations.MetricFamily.Sample;
import mortise.spi.operations.MetricFamily.Stability;
import mortise.spi.operations.MetricFamily.Type;
import mortise.spi.operations.MetricFamily.Value;
import mortise.spi.operations.MetricsSource;
import org.osgi.service.component.annotations.Component;

/** Counts the events that are lost, for all who record them. Any thread. */
@Component(name = "mortise.core.audit.losses", service = {AuditLosses.class, MetricsSource.class})
public final class AuditLosses implements MetricsSource {

    /** The part that keeps events until they are passed on. */
    public static final String QUEUE = "buffered";

    private final Map<String, LongAdder> counts = new ConcurrentSkipListMap<>();

    /** Makes a count of nothing. */
    public AuditLosses() {
    }

    /**
     * Counts events that are lost; none for one who may lose some and is to be shown.
     *
     * @param part which lost them: {@code log}, {@code webhook} or {@link #QUEUE}
     */
    public void count(String part, int events) {
        counts.computeIfAbsent(part, key -> new LongAdder()).add(events);
    }

    @Override
    public List<MetricFamily> metrics() {
        List<Sample> samples = counts.entrySet().stream()
                .map(entry -> (Sample) new Value(List.of(entry.getKey()), entry.getValue().sum())).toList();
        return List.of(new MetricFamily("apiserver_audit_error_total", Type.COUNTER, Stability.ALPHA,
                "Events that were lost, by the part that lost them.", List.of("plugin"), samples));
    }
}
