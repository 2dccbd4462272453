package mortise.ops.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import mortise.spi.operations.MetricFamily;
import mortise.spi.operations.MetricsSource;
import mortise.tck.operations.MetricsSourceContract;
import org.junit.jupiter.api.Test;

class ProcessMetricsContractTest extends MetricsSourceContract {

    @Override
    protected MetricsSource source() {
        return new ProcessMetrics();
    }

    @Test
    void whatEveryDashboardShowsIsThere() {
        assertThat(source().metrics()).extracting(MetricFamily::name)
                .contains("process_start_time_seconds", "jvm_memory_used_bytes", "jvm_gc_collections_total");
    }
}
