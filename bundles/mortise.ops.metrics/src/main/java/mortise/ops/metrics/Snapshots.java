package mortise.ops.metrics;

import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import mortise.spi.operations.MetricFamily;
import mortise.spi.operations.MetricFamily.Distribution;
import mortise.spi.operations.MetricFamily.Sample;
import mortise.spi.operations.MetricFamily.Type;
import mortise.spi.operations.MetricFamily.Value;

/** Makes of families what the library writes. */
final class Snapshots {

    private static final Pattern NAME = Pattern.compile("[a-zA-Z_][a-zA-Z0-9_]*");
    private static final String TOTAL = "_total";
    private static final String INFO = "_info";

    private Snapshots() {
    }

    /**
     * Translates a family.
     *
     * @throws IllegalArgumentException when it is not as its contract says
     */
    static MetricSnapshot of(MetricFamily family) {
        // The library would take any text and write it in quotes that not every reader knows.
        if (!NAME.matcher(family.name()).matches()) {
            throw new IllegalArgumentException("the name is not one");
        }
        String help = "[" + family.stability() + "] " + family.help();
        if (family.type() == Type.COUNTER) {
            return counter(family, help);
        } else if (family.type() == Type.HISTOGRAM) {
            return histogram(family, help);
        } else if (family.name().endsWith(INFO)) {
            return info(family, help);
        }
        var gauge = GaugeSnapshot.builder().name(family.name()).help(help);
        for (Sample sample : family.samples()) {
            gauge.dataPoint(GaugeSnapshot.GaugeDataPointSnapshot.builder()
                    .labels(labels(family, sample)).value(value(sample).value()).build());
        }
        return gauge.build();
    }

    /** Says whether a family is a counter with a name of old, which does not say so. */
    static boolean bare(MetricFamily family) {
        return family.type() == Type.COUNTER && !family.name().endsWith(TOTAL);
    }

    private static MetricSnapshot counter(MetricFamily family, String help) {
        String name = bare(family) ? family.name() : without(TOTAL, family);
        var counter = CounterSnapshot.builder().name(name).help(help);
        for (Sample sample : family.samples()) {
            counter.dataPoint(CounterSnapshot.CounterDataPointSnapshot.builder()
                    .labels(labels(family, sample)).value(value(sample).value()).build());
        }
        return counter.build();
    }

    /** What is 1 for its labels' sake. */
    private static MetricSnapshot info(MetricFamily family, String help) {
        var info = InfoSnapshot.builder().name(without(INFO, family)).help(help);
        for (Sample sample : family.samples()) {
            info.dataPoint(InfoSnapshot.InfoDataPointSnapshot.builder().labels(labels(family, sample)).build());
        }
        return info.build();
    }

    private static MetricSnapshot histogram(MetricFamily family, String help) {
        var histogram = HistogramSnapshot.builder().name(family.name()).help(help);
        for (Sample sample : family.samples()) {
            if (!(sample instanceof Distribution distribution)) {
                throw new IllegalArgumentException("a number in a histogram");
            }
            List<Double> bounds = new ArrayList<>(distribution.bounds());
            bounds.add(Double.POSITIVE_INFINITY);
            histogram.dataPoint(HistogramSnapshot.HistogramDataPointSnapshot.builder()
                    .labels(labels(family, sample)).sum(distribution.sum())
                    .classicHistogramBuckets(ClassicHistogramBuckets.of(bounds, distribution.counts())).build());
        }
        return histogram.build();
    }

    private static Value value(Sample sample) {
        if (sample instanceof Value value) {
            return value;
        }
        throw new IllegalArgumentException("a histogram among numbers");
    }

    private static String without(String suffix, MetricFamily family) {
        if (!family.name().endsWith(suffix)) {
            throw new IllegalArgumentException("the name does not end with " + suffix);
        }
        return family.name().substring(0, family.name().length() - suffix.length());
    }

    private static Labels labels(MetricFamily family, Sample sample) {
        return Labels.of(family.labels(), sample.labelValues());
    }
}
