package mortise.core.http.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import mortise.core.http.exchange.RequestLabels;
import mortise.spi.operations.MetricFamily;
import mortise.spi.operations.MetricFamily.Distribution;
import mortise.spi.operations.MetricFamily.Value;
import org.junit.jupiter.api.Test;

class RequestMetricsTest {

    private static final RequestLabels GET = new RequestLabels("GET", "apps", "v1", "deployments", "", "resource", "");

    private final RequestMetrics metrics = new RequestMetrics();

    private MetricFamily family(String name) {
        return metrics.metrics().stream().filter(family -> family.name().equals(name)).findFirst().orElseThrow();
    }

    @Test
    void requestsAreCountedByCode() {
        metrics.record(GET, 200, 1, 1);
        metrics.record(GET, 200, 1, 1);
        metrics.record(GET, 404, 1, 1);
        assertThat(family("apiserver_request_total").samples()).containsExactlyInAnyOrder(
                new Value(List.of("200", "apiserver", "", "apps", "deployments", "resource", "", "GET", "v1"), 2),
                new Value(List.of("404", "apiserver", "", "apps", "deployments", "resource", "", "GET", "v1"), 1));
    }

    @Test
    void aBoundBelongsToTheRangeBelowIt() {
        metrics.record(GET, 200, 5_000_000, 1000);
        metrics.record(GET, 200, 5_000_001, 1001);
        metrics.record(GET, 200, 61_000_000_000L, 2_000_000_000L);
        var time = (Distribution) family("apiserver_request_duration_seconds").samples().get(0);
        assertThat(time.bounds()).startsWith(0.005, 0.025).endsWith(45.0, 60.0);
        assertThat(time.counts()).startsWith(1L, 1L, 0L).endsWith(0L, 1L);
        assertThat(time.sum()).isEqualTo(61.010000001);
        var objective = (Distribution) family("apiserver_request_sli_duration_seconds").samples().get(0);
        assertThat(objective.bounds()).startsWith(0.05);
        assertThat(objective.counts()).startsWith(2L, 0L).endsWith(1L).hasSize(objective.bounds().size() + 1);
        var size = (Distribution) family("apiserver_response_sizes").samples().get(0);
        assertThat(size.bounds()).containsExactly(1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9);
        assertThat(size.counts()).containsExactly(1L, 1L, 0L, 0L, 0L, 0L, 0L, 1L);
    }

    @Test
    void whatLastsHasNoDuration() {
        metrics.record(new RequestLabels("WATCH", "", "v1", "pods", "", "cluster", ""), 200, 1, 1);
        assertThat(family("apiserver_request_total").samples()).hasSize(1);
        assertThat(family("apiserver_request_duration_seconds").samples()).isEmpty();
    }

    @Test
    void endlesslyManyResourcesDoNotFillTheMemory() {
        for (int i = 0; i < 20_000; i++) {
            metrics.record(new RequestLabels("GET", "g" + i, "v1", "r", "", "cluster", ""), 200, 1, 1);
        }
        List<MetricFamily.Sample> counted = family("apiserver_request_total").samples();
        assertThat(counted).hasSize(10_001);
        assertThat(counted.stream().mapToDouble(sample -> ((Value) sample).value()).sum()).isEqualTo(20_000);
    }

    @Test
    void watchesThatAreOpenAreAGauge() {
        assertThat(RequestMetrics.longRunning(Map.of(GET, 3L)).samples()).containsExactly(
                new Value(List.of("apiserver", "apps", "deployments", "resource", "", "GET", "v1"), 3));
    }
}
