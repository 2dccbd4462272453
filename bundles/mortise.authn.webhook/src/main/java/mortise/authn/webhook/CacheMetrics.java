package mortise.authn.webhook;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import mortise.spi.operations.MetricFamily;
import mortise.spi.operations.MetricFamily.Distribution;
import mortise.spi.operations.MetricFamily.Sample;
import mortise.spi.operations.MetricFamily.Stability;
import mortise.spi.operations.MetricFamily.Type;
import mortise.spi.operations.MetricFamily.Value;

/** Counts what the cache does, for {@code /metrics}. Any thread. */
final class CacheMetrics {

    private static final String PREFIX = "authentication_token_cache_";
    private static final String HIT = "hit";
    private static final String MISS = "miss";
    private static final double NANOS = 1e9;
    private static final double[] BOUNDS_SECONDS = {0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10};

    private final Latencies hits = new Latencies();
    private final Latencies misses = new Latencies();
    private final LongAdder good = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final LongAdder underWay = new LongAdder();
    private final LongAdder blocked = new LongAdder();

    /** How long something took, by range. */
    private static final class Latencies {

        private final LongAdder[] counts =
                Stream.generate(LongAdder::new).limit(BOUNDS_SECONDS.length + 1).toArray(LongAdder[]::new);
        private final LongAdder nanos = new LongAdder();

        void observe(long took) {
            int at = 0;
            while (at < BOUNDS_SECONDS.length && took / NANOS > BOUNDS_SECONDS[at]) {
                at++;
            }
            counts[at].increment();
            nanos.add(took);
        }

        double count() {
            return Arrays.stream(counts).mapToLong(LongAdder::sum).sum();
        }

        Distribution sample(String status) {
            List<Double> bounds = Arrays.stream(BOUNDS_SECONDS).boxed().toList();
            return new Distribution(List.of(status), bounds,
                    Arrays.stream(counts).map(LongAdder::sum).toList(), nanos.sum() / NANOS);
        }
    }

    void hit(long nanos) {
        hits.observe(nanos);
    }

    void miss(long nanos) {
        misses.observe(nanos);
    }

    void begin() {
        underWay.increment();
    }

    void end(boolean answered) {
        underWay.decrement();
        (answered ? good : failed).increment();
    }

    void block() {
        blocked.increment();
    }

    void unblock() {
        blocked.decrement();
    }

    List<MetricFamily> families() {
        var latencies = new ArrayList<Sample>();
        latencies.add(hits.sample(HIT));
        latencies.add(misses.sample(MISS));
        return List.of(
                family("request_total", Type.COUNTER, "Questions to the cache, by whether the answer was there.",
                        new Value(List.of(HIT), hits.count()), new Value(List.of(MISS), misses.count())),
                new MetricFamily(PREFIX + "request_duration_seconds", Type.HISTOGRAM, Stability.ALPHA,
                        "How long questions to the cache took, by whether the answer was there.",
                        List.of("status"), latencies),
                family("fetch_total", Type.COUNTER, "Questions to the webhook, by whether it answered.",
                        new Value(List.of("ok"), good.sum()), new Value(List.of("error"), failed.sum())),
                family("active_fetch_count", Type.GAUGE,
                        "Questions to the webhook under way, and requests that wait for those of others.",
                        new Value(List.of("in_flight"), underWay.sum()),
                        new Value(List.of("blocked"), blocked.sum())));
    }

    private static MetricFamily family(String name, Type type, String help, Value... values) {
        return new MetricFamily(PREFIX + name, type, Stability.ALPHA, help, List.of("status"), List.of(values));
    }
}
