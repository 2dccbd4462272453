package mortise.tck.operations;

import static mortise.tck.operations.BadPlugins.failedTestsOf;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import mortise.spi.operations.MetricFamily;
import mortise.spi.operations.MetricFamily.Distribution;
import mortise.spi.operations.MetricFamily.Stability;
import mortise.spi.operations.MetricFamily.Type;
import mortise.spi.operations.MetricFamily.Value;
import mortise.spi.operations.MetricsSource;
import org.junit.jupiter.api.Test;

/** The kit passes a good source and catches each kind of bad one. */
class MetricsSourceContractTest {

    @Test
    void aGoodSourcePasses() {
        assertThat(failedTestsOf(Good.class)).isEmpty();
    }

    @Test
    void aCounterWithoutItsSuffixIsCaught() {
        assertThat(failedTestsOf(Misnamed.class)).containsExactly("namesAndLabelsAreThoseThatReadersTake");
    }

    @Test
    void aSampleThatComesTwiceIsCaught() {
        assertThat(failedTestsOf(Twice.class)).containsExactly("eachCombinationOfLabelsComesOnceAndInFull");
    }

    @Test
    void aHistogramWithoutItsLastRangeIsCaught() {
        assertThat(failedTestsOf(Short.class)).containsExactly("samplesAreOfTheTypeOfTheirFamily");
    }

    @Test
    void aCounterThatFallsIsCaught() {
        assertThat(failedTestsOf(Falling.class)).containsExactly("countersNeverFall");
    }

    static class Good extends MetricsSourceContract {
        @Override
        protected MetricsSource source() {
            return () -> List.of(counter("some_total", List.of(new Value(List.of("x"), 1))), histogram(1L, 2L));
        }

        static MetricFamily counter(String name, List<MetricFamily.Sample> samples) {
            return new MetricFamily(name, Type.COUNTER, Stability.ALPHA, "Some.", List.of("label"), samples);
        }

        static MetricFamily histogram(Long... counts) {
            return new MetricFamily("some_seconds", Type.HISTOGRAM, Stability.ALPHA, "Some.", List.of(),
                    List.of(new Distribution(List.of(), List.of(1.0), List.of(counts), 3)));
        }
    }

    static class Misnamed extends Good {
        @Override
        protected MetricsSource source() {
            return () -> List.of(counter("some", List.of(new Value(List.of("x"), 1))));
        }
    }

    static class Twice extends Good {
        @Override
        protected MetricsSource source() {
            return () -> List.of(counter("some_total",
                    List.of(new Value(List.of("x"), 1), new Value(List.of("x"), 1))));
        }
    }

    static class Short extends Good {
        @Override
        protected MetricsSource source() {
            return () -> List.of(histogram(1L));
        }
    }

    static class Falling extends Good {
        private final AtomicInteger calls = new AtomicInteger(100_000);

        @Override
        protected MetricsSource source() {
            return () -> List.of(counter("some_total", List.of(new Value(List.of("x"), calls.getAndDecrement()))));
        }
    }
}
