package mortise.tck.operations;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import mortise.spi.operations.MetricFamily;
import mortise.spi.operations.MetricFamily.Distribution;
import mortise.spi.operations.MetricFamily.Sample;
import mortise.spi.operations.MetricFamily.Type;
import mortise.spi.operations.MetricFamily.Value;
import mortise.spi.operations.MetricsSource;
import org.junit.jupiter.api.Test;

/** What every {@link MetricsSource} has to do. A bundle extends this class and gives its source. */
public abstract class MetricsSourceContract {

    private static final Duration PROMPT = Duration.ofSeconds(1);
    private static final int ROUNDS = 50;
    private static final Pattern NAME = Pattern.compile("[a-zA-Z_][a-zA-Z0-9_]*");
    /** Counters that Kubernetes named before there was a rule; there are no others. */
    private static final Set<String> OF_OLD = Set.of("authentication_attempts", "authenticated_user_requests");
    /** Readers give these names a meaning of their own. */
    private static final List<String> TAKEN = List.of("le", "quantile");

    /** Returns the source under test, after it has counted something. */
    protected abstract MetricsSource source();

    private List<MetricFamily> metrics(MetricsSource source) throws Exception {
        List<MetricFamily> families = Calls.within(PROMPT, source::metrics);
        assertThat(families).isNotNull().isNotEmpty();
        return families;
    }

    @Test
    void namesAndLabelsAreThoseThatReadersTake() throws Exception {
        List<MetricFamily> families = metrics(source());
        assertThat(families).extracting(MetricFamily::name).doesNotHaveDuplicates();
        for (MetricFamily family : families) {
            assertThat(family.name()).matches(NAME);
            assertThat(family.name().endsWith("_total")).as("%s ends with _total", family.name())
                    .isEqualTo(family.type() == Type.COUNTER && !OF_OLD.contains(family.name()));
            assertThat(family.help()).as("help of %s", family.name()).isNotBlank().doesNotContain("\n");
            assertThat(family.labels()).as("labels of %s", family.name()).doesNotHaveDuplicates()
                    .allMatch(label -> NAME.matcher(label).matches() && !label.startsWith("__"))
                    .doesNotContainAnyElementsOf(TAKEN);
        }
    }

    @Test
    void eachCombinationOfLabelsComesOnceAndInFull() throws Exception {
        for (MetricFamily family : metrics(source())) {
            assertThat(family.samples()).as(family.name()).extracting(Sample::labelValues).doesNotHaveDuplicates()
                    .allMatch(values -> values.size() == family.labels().size());
        }
    }

    @Test
    void samplesAreOfTheTypeOfTheirFamily() throws Exception {
        for (MetricFamily family : metrics(source())) {
            for (Sample sample : family.samples()) {
                assertThat(sample instanceof Distribution).as(family.name())
                        .isEqualTo(family.type() == Type.HISTOGRAM);
                if (sample instanceof Distribution histogram) {
                    var ascending = new ArrayList<>(histogram.bounds());
                    ascending.sort(null);
                    assertThat(histogram.bounds()).as(family.name()).isEqualTo(ascending).doesNotHaveDuplicates();
                    assertThat(histogram.counts()).as(family.name()).hasSize(histogram.bounds().size() + 1)
                            .allMatch(count -> count >= 0);
                }
            }
        }
    }

    @Test
    void countersNeverFall() throws Exception {
        MetricsSource source = source();
        Map<List<String>, Double> before = counters(metrics(source));
        assertThat(before.values()).allMatch(value -> value >= 0);
        Map<List<String>, Double> after = counters(metrics(source));
        before.forEach((key, value) -> assertThat(after.get(key)).as("%s", key).isGreaterThanOrEqualTo(value));
    }

    private static Map<List<String>, Double> counters(List<MetricFamily> families) {
        var counters = new HashMap<List<String>, Double>();
        for (MetricFamily family : families) {
            for (Sample sample : family.samples()) {
                if (family.type() == Type.COUNTER && sample instanceof Value value) {
                    var key = new ArrayList<>(sample.labelValues());
                    key.add(family.name());
                    counters.put(key, value.value());
                }
            }
        }
        return counters;
    }

    @Test
    void manyThreadsMayAskAtOnce() throws Exception {
        MetricsSource source = source();
        Calls.together(ROUNDS, () -> assertThat(source.metrics()).isNotEmpty());
    }
}
