package mortise.core.http.measure;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.LongStream;
import mortise.core.http.exchange.RequestLabels;
import mortise.spi.operations.MetricFamily;
import mortise.spi.operations.MetricFamily.Sample;
import mortise.spi.operations.MetricFamily.Stability;
import mortise.spi.operations.MetricFamily.Type;
import mortise.spi.operations.MetricFamily.Value;

/** Counts requests, their time and their size. Thread-safe, without locks where it counts. */
public final class RequestMetrics {

    /** Most combinations of labels; what comes beyond is counted as {@code other}. */
    private static final int SERIES_MAX = 10_000;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double BYTE = 1;
    private static final long[] MILLIS = {5, 25, 50, 100, 200, 400, 600, 800, 1000, 1250, 1500, 2000, 3000, 4000, 5000,
            6000, 8000, 10_000, 15_000, 20_000, 30_000, 45_000, 60_000};
    private static final long[] NANOS = LongStream.of(MILLIS).map(millis -> millis * 1_000_000).toArray();
    private static final long[] BYTES = LongStream.iterate(1000, size -> size * 10).limit(7).toArray();
    /** Objectives begin where a client begins to notice. */
    private static final int BELOW_OBJECTIVES = 2;

    private static final List<String> DURATION_LABELS =
            List.of("component", "dry_run", "group", "resource", "scope", "subresource", "verb", "version");
    private static final List<String> OTHER_LABELS =
            List.of("component", "group", "resource", "scope", "subresource", "verb", "version");
    private static final List<String> TOTAL_LABELS =
            List.of("code", "component", "dry_run", "group", "resource", "scope", "subresource", "verb", "version");

    private final Map<RequestLabels, Series> all = new ConcurrentHashMap<>();
    private final Series rest = new Series();

    private static final class Series {

        private final Map<Integer, LongAdder> codes = new ConcurrentHashMap<>();
        private final Histogram nanos = new Histogram(NANOS);
        private final Histogram bytes = new Histogram(BYTES);
    }

    /**
     * Counts a request that is over; a watch counts when it is open.
     *
     * @param status status code of the answer; 0 without one
     * @param nanos how long it took; nothing below 0 is counted
     * @param bytes length of the answer's body
     */
    public void record(RequestLabels labels, int status, long nanos, long bytes) {
        Series series = series(labels);
        LongAdder code = series.codes.get(status);
        if (code == null) {
            code = series.codes.computeIfAbsent(status, unseen -> new LongAdder());
        }
        code.increment();
        if (labels.verb().equals("WATCH") || labels.verb().equals("CONNECT")) {
            return;
        }
        series.nanos.observe(nanos);
        if (labels.verb().equals("GET") || labels.verb().equals("LIST")) {
            series.bytes.observe(bytes);
        }
    }

    private Series series(RequestLabels labels) {
        Series known = all.get(labels);
        if (known != null) {
            return known;
        }
        return all.size() < SERIES_MAX ? all.computeIfAbsent(labels, unseen -> new Series()) : rest;
    }

    /** Returns what was counted; nothing before the first request. */
    public List<MetricFamily> metrics() {
        var totals = new ArrayList<Sample>();
        var durations = new ArrayList<Sample>();
        var objectives = new ArrayList<Sample>();
        var sizes = new ArrayList<Sample>();
        var shown = new HashMap<>(all);
        shown.put(RequestLabels.unserved("other", "other"), rest);
        shown.forEach((labels, series) -> {
            List<String> values = labels(labels, true);
            series.codes.forEach((code, count) -> {
                var withCode = new ArrayList<>(values);
                withCode.add(0, code.toString());
                totals.add(new Value(withCode, count.sum()));
            });
            if (!series.nanos.isEmpty()) {
                durations.add(series.nanos.sample(values, NANOS_PER_SECOND, 0));
                objectives.add(series.nanos.sample(values, NANOS_PER_SECOND, BELOW_OBJECTIVES));
            }
            if (!series.bytes.isEmpty() && labels.dryRun().isEmpty()) {
                sizes.add(series.bytes.sample(labels(labels, false), BYTE, 0));
            }
        });
        return List.of(
                new MetricFamily("apiserver_request_total", Type.COUNTER, Stability.STABLE, "Requests by what they"
                        + " were about and how they were answered.", TOTAL_LABELS, totals),
                new MetricFamily("apiserver_request_duration_seconds", Type.HISTOGRAM, Stability.STABLE,
                        "Time from a request to the end of its answer.", DURATION_LABELS, durations),
                new MetricFamily("apiserver_request_sli_duration_seconds", Type.HISTOGRAM, Stability.ALPHA,
                        "Time from a request to the end of its answer, for objectives.", DURATION_LABELS, objectives),
                new MetricFamily("apiserver_response_sizes", Type.HISTOGRAM, Stability.STABLE,
                        "Bytes of the bodies of answers to what reads.", OTHER_LABELS, sizes));
    }

    /** Returns the family of the requests that last. */
    public static MetricFamily longRunning(Map<RequestLabels, Long> open) {
        var samples = new ArrayList<Sample>();
        // None at all would look as if nobody counted.
        Map<RequestLabels, Long> shown = open.isEmpty() ? Map.of(RequestLabels.unserved("WATCH", ""), 0L) : open;
        shown.forEach((labels, count) -> samples.add(new Value(labels(labels, false), count)));
        return new MetricFamily("apiserver_longrunning_requests", Type.GAUGE, Stability.STABLE,
                "Watches that are open.", OTHER_LABELS, samples);
    }

    private static List<String> labels(RequestLabels labels, boolean withDryRun) {
        var values = new ArrayList<String>();
        values.add("apiserver");
        if (withDryRun) {
            values.add(labels.dryRun());
        }
        values.addAll(List.of(labels.group(), labels.resource(), labels.scope(), labels.subresource(), labels.verb(),
                labels.version()));
        return values;
    }
}
