package mortise.authz.webhook;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;
import mortise.spi.operations.MetricFamily;
import mortise.spi.operations.MetricFamily.Distribution;
import mortise.spi.operations.MetricFamily.Sample;
import mortise.spi.operations.MetricFamily.Stability;
import mortise.spi.operations.MetricFamily.Type;
import mortise.spi.operations.MetricFamily.Value;

/** Counts calls of servers and conditions, for {@code /metrics}. Any thread. */
final class WebhookMetrics {

    private static final String PREFIX = "apiserver_authorization_";
    private static final List<String> NAME_RESULT = List.of("name", "result");
    private static final List<String> NAME_TYPE = List.of("name", "type");
    private static final double NANOS_PER_SECOND = 1e9;
    private static final List<Double> CALL_BOUNDS =
            List.of(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0);
    private static final List<Double> CONDITION_BOUNDS = List.of(0.001, 0.005, 0.01, 0.025, 0.1, 0.2, 0.25);
    /** A file that changes may name any number of servers over time. */
    private static final int SERIES_MAX = 1000;

    private final Map<List<String>, LongAdder> failedOpen = new ConcurrentHashMap<>();
    private final Map<List<String>, LongAdder> errors = new ConcurrentHashMap<>();
    private final Map<List<String>, LongAdder> exclusions = new ConcurrentHashMap<>();
    private final Map<List<String>, Series> calls = new ConcurrentHashMap<>();
    private final Map<List<String>, Series> conditions = new ConcurrentHashMap<>();

    /** How a call went. */
    enum Result {
        SUCCESS, TIMEOUT, ERROR, CANCELED;

        String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private static final class Series {

        private final List<Double> bounds;
        private final List<AtomicLong> counts = new ArrayList<>();
        private final DoubleAdder sum = new DoubleAdder();

        Series(List<Double> bounds) {
            this.bounds = bounds;
            for (int i = 0; i <= bounds.size(); i++) {
                counts.add(new AtomicLong());
            }
        }

        void observe(long nanos) {
            double seconds = nanos / NANOS_PER_SECOND;
            int at = 0;
            while (at < bounds.size() && seconds > bounds.get(at)) {
                at++;
            }
            counts.get(at).incrementAndGet();
            sum.add(seconds);
        }
    }

    void called(String name, Result result, long nanos) {
        observe(calls, List.of(name, result.label()), CALL_BOUNDS, nanos);
    }

    void failedOpen(String name, Result result) {
        count(failedOpen, List.of(name, result.label()));
    }

    void judged(String name, MatchConditions.Answer answer, long nanos) {
        List<String> labels = List.of(name, AuthorizationSettings.WEBHOOK);
        observe(conditions, labels, CONDITION_BOUNDS, nanos);
        if (answer == MatchConditions.Answer.SKIP) {
            count(exclusions, labels);
        } else if (answer == MatchConditions.Answer.FAILED) {
            count(errors, labels);
        }
    }

    private static void observe(Map<List<String>, Series> all, List<String> labels, List<Double> bounds, long nanos) {
        if (all.size() < SERIES_MAX || all.containsKey(labels)) {
            all.computeIfAbsent(labels, unseen -> new Series(bounds)).observe(nanos);
        }
    }

    private static void count(Map<List<String>, LongAdder> all, List<String> labels) {
        if (all.size() < SERIES_MAX || all.containsKey(labels)) {
            all.computeIfAbsent(labels, unseen -> new LongAdder()).increment();
        }
    }

    List<MetricFamily> metrics() {
        var evaluations = new ArrayList<Sample>();
        calls.forEach((labels, series) -> evaluations.add(new Value(labels,
                series.counts.stream().mapToLong(AtomicLong::get).sum())));
        return List.of(
                new MetricFamily(PREFIX + "webhook_evaluations_total", Type.COUNTER, Stability.BETA,
                        "Round-trips to authorization webhooks.", NAME_RESULT, evaluations),
                new MetricFamily(PREFIX + "webhook_duration_seconds", Type.HISTOGRAM, Stability.BETA,
                        "Request latency in seconds.", NAME_RESULT, distributions(calls)),
                new MetricFamily(PREFIX + "webhook_evaluations_fail_open_total", Type.COUNTER, Stability.BETA,
                        "NoOpinion results due to webhook timeout or error.", NAME_RESULT, values(failedOpen)),
                new MetricFamily(PREFIX + "match_condition_evaluation_errors_total", Type.COUNTER, Stability.ALPHA,
                        "Total number of errors when an authorization webhook encounters a match condition error split"
                                + " by authorizer type and name.", NAME_TYPE, values(errors)),
                new MetricFamily(PREFIX + "match_condition_exclusions_total", Type.COUNTER, Stability.ALPHA,
                        "Total number of exclusions when an authorization webhook is skipped because match conditions"
                                + " exclude it.", NAME_TYPE, values(exclusions)),
                new MetricFamily(PREFIX + "match_condition_evaluation_seconds", Type.HISTOGRAM, Stability.ALPHA,
                        "Authorization match condition evaluation time in seconds, split by authorizer type and name.",
                        NAME_TYPE, distributions(conditions)));
    }

    private static List<Sample> values(Map<List<String>, LongAdder> all) {
        var samples = new ArrayList<Sample>();
        all.forEach((labels, count) -> samples.add(new Value(labels, count.sum())));
        return samples;
    }

    private static List<Sample> distributions(Map<List<String>, Series> all) {
        var samples = new ArrayList<Sample>();
        all.forEach((labels, series) -> samples.add(new Distribution(labels, series.bounds,
                series.counts.stream().map(AtomicLong::get).toList(), series.sum.sum())));
        return samples;
    }
}
