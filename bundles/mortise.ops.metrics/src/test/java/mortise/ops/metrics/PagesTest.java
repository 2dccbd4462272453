package mortise.ops.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import mortise.spi.operations.Endpoint;
import mortise.spi.operations.EndpointRequest;
import mortise.spi.operations.EndpointResponse;
import mortise.spi.operations.HealthCheck;
import mortise.spi.operations.MetricFamily;
import mortise.spi.operations.MetricFamily.Distribution;
import mortise.spi.operations.MetricFamily.Sample;
import mortise.spi.operations.MetricFamily.Stability;
import mortise.spi.operations.MetricFamily.Type;
import mortise.spi.operations.MetricFamily.Value;
import org.junit.jupiter.api.Test;

class PagesTest {

    private final MetricsEndpoint endpoint = new MetricsEndpoint();

    private static EndpointResponse get(Endpoint endpoint, String accept) {
        return endpoint.get(new EndpointRequest("/metrics", Map.of(), Map.of("accept", List.of(accept))));
    }

    private String page() {
        return text(get(endpoint, "*/*"));
    }

    private static String text(EndpointResponse response) {
        return new String(response.body(), StandardCharsets.UTF_8);
    }

    private void family(String name, Type type, List<String> labels, Sample... samples) {
        endpoint.bindSource(() -> List.of(
                new MetricFamily(name, type, Stability.STABLE, "Some help.", labels, List.of(samples))));
    }

    @Test
    void countersAndGaugesAreLines() {
        family("some_requests_total", Type.COUNTER, List.of("code", "verb"), new Value(List.of("200", "GET"), 3));
        family("some_gauge", Type.GAUGE, List.of("text"), new Value(List.of("a\"b\\c\nd"), 1.5));
        family("some_build_info", Type.GAUGE, List.of("major"), new Value(List.of("1"), 1));
        assertThat(page()).contains(
                "# HELP some_requests_total [STABLE] Some help.\n# TYPE some_requests_total counter\n"
                        + "some_requests_total{code=\"200\",verb=\"GET\"} 3.0\n",
                "# TYPE some_gauge gauge\nsome_gauge{text=\"a\\\"b\\\\c\\nd\"} 1.5\n",
                "# TYPE some_build_info gauge\nsome_build_info{major=\"1\"} 1\n");
    }

    @Test
    void countersOfOldKeepTheirNames() {
        family("some_attempts", Type.COUNTER, List.of("result"), new Value(List.of("some_attempts_total"), 3));
        assertThat(page()).contains("# HELP some_attempts [STABLE] Some help.\n# TYPE some_attempts counter\n"
                + "some_attempts{result=\"some_attempts_total\"} 3.0\n");
        assertThat(text(get(endpoint, "application/openmetrics-text")))
                .contains("# TYPE some_attempts counter\n", "some_attempts_total{result=").endsWith("# EOF\n");
    }

    @Test
    void rangesOfAHistogramAreCumulative() {
        family("some_seconds", Type.HISTOGRAM, List.of("verb"),
                new Distribution(List.of("GET"), List.of(0.5, 1.0), List.of(1L, 2L, 4L), 9.25));
        assertThat(page()).contains("# TYPE some_seconds histogram\n",
                "some_seconds_bucket{verb=\"GET\",le=\"0.5\"} 1\n",
                "some_seconds_bucket{verb=\"GET\",le=\"1.0\"} 3\n",
                "some_seconds_bucket{verb=\"GET\",le=\"+Inf\"} 7\n",
                "some_seconds_count{verb=\"GET\"} 7\n", "some_seconds_sum{verb=\"GET\"} 9.25\n");
    }

    @Test
    void theFormIsTheOneAskedFor() {
        family("some_requests_total", Type.COUNTER, List.of(), new Value(List.of(), 3));
        assertThat(get(endpoint, "text/plain").contentType()).startsWith("text/plain; version=0.0.4");
        EndpointResponse open = get(endpoint, "application/openmetrics-text;version=1.0.0,text/plain;q=0.5");
        assertThat(open.contentType()).startsWith("application/openmetrics-text; version=1.0.0");
        assertThat(text(open)).contains("# TYPE some_requests counter\n").endsWith("# EOF\n");
    }

    @Test
    void oneBadSourceOrFamilyCostsNobodyElse() {
        endpoint.bindSource(() -> {
            throw new IllegalStateException("broken");
        });
        family("some-bad-name", Type.GAUGE, List.of(), new Value(List.of(), 1));
        family("some_short", Type.GAUGE, List.of("a", "b"), new Value(List.of("x"), 1));
        family("some_wrong", Type.GAUGE, List.of(), new Distribution(List.of(), List.of(1.0), List.of(1L, 2L), 3));
        family("some_good", Type.GAUGE, List.of(), new Value(List.of(), 1));
        family("some_good", Type.GAUGE, List.of(), new Value(List.of(), 2));
        assertThat(page()).contains("some_good 1.0\n")
                .doesNotContain("some_good 2", "some_bad", "some-bad", "some_short", "some_wrong");
    }

    @Test
    void aSourceThatGoesTakesItsFamiliesWithIt() {
        mortise.spi.operations.MetricsSource source =
                () -> List.of(MetricFamily.of("some_gauge", Type.GAUGE, Stability.ALPHA, "Some.", 1));
        endpoint.bindSource(source);
        assertThat(page()).contains("some_gauge");
        endpoint.unbindSource(source);
        assertThat(page()).doesNotContain("some_gauge");
    }

    @Test
    void healthChecksAreNumbers() {
        var slis = new SlisEndpoint();
        slis.bindCheck(Optional::empty, Map.of(HealthCheck.NAME, "ping"));
        slis.bindCheck(() -> Optional.of("no"),
                Map.of(HealthCheck.NAME, "shutdown", HealthCheck.ENDPOINTS, "readyz"));
        get(slis, "");
        assertThat(text(get(slis, ""))).contains(
                "kubernetes_healthcheck{name=\"ping\",type=\"healthz\"} 1.0\n",
                "kubernetes_healthcheck{name=\"ping\",type=\"livez\"} 1.0\n",
                "kubernetes_healthcheck{name=\"shutdown\",type=\"readyz\"} 0.0\n",
                "kubernetes_healthchecks_total{name=\"ping\",status=\"success\",type=\"readyz\"} 2.0\n",
                "kubernetes_healthchecks_total{name=\"shutdown\",status=\"error\",type=\"readyz\"} 2.0\n")
                .doesNotContain("name=\"shutdown\",type=\"livez\"");
    }
}
