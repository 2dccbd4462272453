package mortise.core.http.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import mortise.spi.authorization.AuthorizerOrder.Step;
import mortise.spi.operations.MetricFamily;
import mortise.spi.operations.MetricFamily.Sample;
import mortise.spi.operations.MetricFamily.Stability;
import mortise.spi.operations.MetricFamily.Type;
import mortise.spi.operations.MetricFamily.Value;

/** Counts what authorizers decided, and how long that took a request. Thread-safe, without locks where it counts. */
public final class DecisionMetrics {

    /** Most authorizers that are told apart; a file that changes may name any number over time. */
    private static final int SERIES_MAX = 1000;
    private static final double NANOS_PER_SECOND = 1e9;

    private final Map<Decided, LongAdder> decisions = new ConcurrentHashMap<>();
    private final Map<String, Attempts> attempts = Map.of("allowed", new Attempts(), "denied", new Attempts(),
            "error", new Attempts(), "no-opinion", new Attempts());

    private record Decided(String type, String name, boolean allowed) {
    }

    private static final class Attempts {

        private final LongAdder count = new LongAdder();
        private final Histogram nanos = new Histogram(Histogram.DOUBLING_NANOS);
    }

    /** Counts a decision that nobody else is asked after. */
    public void record(Step step, boolean allowed) {
        var decided = new Decided(step.type(), step.name(), allowed);
        LongAdder count = decisions.get(decided);
        if (count == null) {
            if (decisions.size() >= SERIES_MAX) {
                return;
            }
            count = decisions.computeIfAbsent(decided, unseen -> new LongAdder());
        }
        count.increment();
    }

    /**
     * Counts what came out for a request.
     *
     * @param result {@code allowed}, {@code denied}, {@code no-opinion} or {@code error}
     * @param nanos how long it took
     */
    public void attempted(String result, long nanos) {
        Attempts series = attempts.get(result);
        if (series != null) {
            series.count.increment();
            series.nanos.observe(nanos);
        }
    }

    /** Returns what was counted. */
    public List<MetricFamily> metrics() {
        var terminal = new ArrayList<Sample>();
        decisions.forEach((decided, count) -> terminal.add(new Value(
                List.of(decided.allowed() ? "allowed" : "denied", decided.name(), decided.type()), count.sum())));
        var counts = new ArrayList<Sample>();
        var durations = new ArrayList<Sample>();
        attempts.forEach((result, series) -> {
            if (!series.nanos.isEmpty()) {
                counts.add(new Value(List.of(result), series.count.sum()));
                durations.add(series.nanos.sample(List.of(result), NANOS_PER_SECOND, 0));
            }
        });
        return List.of(
                new MetricFamily("apiserver_authorization_decisions_total", Type.COUNTER, Stability.ALPHA,
                        "Total number of terminal decisions made by an authorizer split by authorizer type, name, and"
                                + " decision.", List.of("decision", "name", "type"), terminal),
                new MetricFamily("authorization_attempts_total", Type.COUNTER, Stability.ALPHA,
                        "Counter of authorization attempts broken down by result.", List.of("result"), counts),
                new MetricFamily("authorization_duration_seconds", Type.HISTOGRAM, Stability.ALPHA,
                        "Authorization duration in seconds broken out by result.", List.of("result"), durations));
    }
}
