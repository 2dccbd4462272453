package mortise.authn.jwt;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import mortise.spi.operations.MetricFamily.Distribution;

/** Counts how long it took to judge tokens, with one outcome. Any thread. */
final class Latency {

    private static final double NANOS_PER_SECOND = 1e9;
    /** Upper bounds in seconds, each twice the one before. */
    private static final List<Double> BOUNDS =
            IntStream.range(0, 15).mapToObj(power -> 0.001 * (1 << power)).toList();

    private final List<LongAdder> counts = Stream.generate(LongAdder::new).limit(BOUNDS.size() + 1).toList();
    private final DoubleAdder seconds = new DoubleAdder();

    void took(long nanos) {
        double time = nanos / NANOS_PER_SECOND;
        int at = 0;
        while (at < BOUNDS.size() && time > BOUNDS.get(at)) {
            at++;
        }
        counts.get(at).increment();
        seconds.add(time);
    }

    /** Returns what was counted; nothing when nothing was. */
    Optional<Distribution> sample(List<String> labels) {
        var now = new ArrayList<Long>();
        counts.forEach(count -> now.add(count.sum()));
        return now.stream().allMatch(count -> count == 0)
                ? Optional.empty() : Optional.of(new Distribution(labels, BOUNDS, now, seconds.sum()));
    }
}
