package mortise.core.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import mortise.spi.operations.MetricFamily;
import mortise.spi.operations.MetricFamily.Distribution;
import mortise.spi.operations.MetricFamily.Sample;
import mortise.spi.operations.MetricFamily.Value;
import mortise.spi.operations.MetricsSource;
import mortise.tck.operations.MetricsSourceContract;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class MetricsTest extends MetricsSourceContract {

    private static final String MAPS = "/api/v1/namespaces/default/configmaps";
    private final TestServer server = open();

    private static TestServer open() {
        try {
            return TestServer.open();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @AfterEach
    void close() {
        server.close();
    }

    @Override
    protected MetricsSource source() {
        try {
            server.get(MAPS);
            server.get("/api/v1/namespaces/default/endpoints");
        } catch (Exception failed) {
            throw new IllegalStateException(failed);
        }
        return server.server::metrics;
    }

    /** Waits for the count: a client has its answer before the server is done with the request. */
    private void awaitRequests(int count) {
        long deadline = System.nanoTime() + 5_000_000_000L;
        while (counted() < count && System.nanoTime() < deadline) {
            Thread.onSpinWait();
        }
        assertThat(counted()).isEqualTo(count);
    }

    private double counted() {
        return samples("apiserver_request_total").stream().mapToDouble(one -> ((Value) one).value()).sum();
    }

    private List<Sample> samples(String family) {
        return server.server.metrics().stream().filter(one -> one.name().equals(family))
                .map(MetricFamily::samples).findFirst().orElseThrow();
    }

    @Test
    void requestsAreCountedAsWhatTheyAre() throws Exception {
        server.configMaps.put("default", "a", "x");
        server.get(MAPS);
        server.get(MAPS + "/a");
        server.get(MAPS + "/none");
        server.get("/api/v1/namespaces/default/made-up");
        awaitRequests(4);
        assertThat(samples("apiserver_request_total")).containsExactlyInAnyOrder(
                new Value(List.of("200", "apiserver", "", "", "configmaps", "namespace", "", "LIST", "v1"), 1),
                new Value(List.of("200", "apiserver", "", "", "configmaps", "resource", "", "GET", "v1"), 1),
                new Value(List.of("404", "apiserver", "", "", "configmaps", "resource", "", "GET", "v1"), 1),
                new Value(List.of("404", "apiserver", "", "", "", "", "", "GET", ""), 1));
    }

    @Test
    void theSizeOfAnAnswerIsThatOfItsBody() throws Exception {
        int length = server.get(MAPS).body().length();
        awaitRequests(1);
        var sizes = (Distribution) samples("apiserver_response_sizes").get(0);
        assertThat(sizes.sum()).isEqualTo(length);
    }

    @Test
    void deprecatedVersionsAndRequestsInFlightAreGauges() throws Exception {
        server.get("/api/v1/namespaces/default/endpoints");
        awaitRequests(1);
        assertThat(samples("apiserver_requested_deprecated_apis"))
                .containsExactly(new Value(List.of("", "1.99", "endpoints", "", "v1"), 1));
        assertThat(samples("apiserver_current_inflight_requests")).containsExactlyInAnyOrder(
                new Value(List.of("readOnly"), 0), new Value(List.of("mutating"), 0));
        assertThat(samples("apiserver_longrunning_requests")).containsExactly(
                new Value(List.of("apiserver", "", "", "", "", "WATCH", ""), 0));
    }

    @Test
    void attemptsAreCountedByTheirResult() throws Exception {
        try (TestServer tokens = TestServer.withTokens()) {
            tokens.get(MAPS, "Authorization", "Bearer admin");
            tokens.get(MAPS, "Authorization", "Bearer jane@example.com");
            tokens.get(MAPS, "Authorization", "Bearer jane");
            tokens.get(MAPS, "Authorization", "Bearer bad");
            var families = tokens.server.metrics();
            assertThat(of(families, "authentication_attempts")).containsExactly(new Value(List.of("success"), 3),
                    new Value(List.of("failure"), 1), new Value(List.of("error"), 0));
            assertThat(of(families, "authenticated_user_requests")).containsExactly(new Value(List.of("admin"), 1),
                    new Value(List.of("email_id"), 1), new Value(List.of("other"), 1));
            assertThat(of(families, "authentication_duration_seconds")).hasSize(3);
        }
    }

    private static List<Sample> of(List<MetricFamily> families, String name) {
        return families.stream().filter(one -> one.name().equals(name)).map(MetricFamily::samples).findFirst()
                .orElseThrow();
    }
}
