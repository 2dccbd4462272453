package mortise.core.http.measure;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import mortise.spi.operations.MetricFamily.Distribution;

/** Counts whole numbers by range. Thread-safe; an observation costs two additions. */
final class Histogram {

    /** Upper bounds for durations of steps of a request: a millisecond, and doubled from there. */
    static final long[] DOUBLING_NANOS = LongStream.iterate(1_000_000, nanos -> nanos * 2).limit(15).toArray();

    private final long[] bounds;
    private final LongAdder[] counts;
    private final LongAdder sum = new LongAdder();

    /** Takes the upper bounds of the ranges, ascending; the array does not change any more. */
    Histogram(long[] bounds) {
        this.bounds = bounds;
        counts = Stream.generate(LongAdder::new).limit(bounds.length + 1).toArray(LongAdder[]::new);
    }

    void observe(long value) {
        int at = 0;
        while (at < bounds.length && value > bounds[at]) {
            at++;
        }
        counts[at].increment();
        sum.add(value);
    }

    boolean isEmpty() {
        return Stream.of(counts).allMatch(count -> count.sum() == 0);
    }

    /**
     * Returns what was counted.
     *
     * @param scale what one is: bounds and sum are divided by it
     * @param from how many of the first bounds are left out
     */
    Distribution sample(List<String> labels, double scale, int from) {
        var shownBounds = new ArrayList<Double>();
        var shownCounts = new ArrayList<>(Collections.nCopies(counts.length - from, 0L));
        for (int i = 0; i < counts.length; i++) {
            int at = Math.max(0, i - from);
            shownCounts.set(at, shownCounts.get(at) + counts[i].sum());
            if (i >= from && i < bounds.length) {
                shownBounds.add(bounds[i] / scale);
            }
        }
        return new Distribution(labels, shownBounds, shownCounts, sum.sum() / scale);
    }
}
