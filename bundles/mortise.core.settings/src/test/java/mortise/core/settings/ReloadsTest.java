package mortise.core.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import mortise.spi.operations.MetricFamily.Value;
import mortise.spi.operations.MetricsSource;
import mortise.tck.operations.MetricsSourceContract;
import org.junit.jupiter.api.Test;

class ReloadsTest extends MetricsSourceContract {

    private final Reloads reloads = new Reloads("thing", () -> Instant.ofEpochMilli(1500));

    @Override
    protected MetricsSource source() {
        reloads.succeeded();
        reloads.succeeded();
        reloads.failed();
        return reloads::metrics;
    }

    @Test
    void countsByStatus() {
        var families = source().metrics();
        assertThat(families.get(0).name()).isEqualTo("apiserver_thing_config_controller_automatic_reloads_total");
        assertThat(families.get(0).samples()).isEqualTo(
                List.of(new Value(List.of("failure"), 1), new Value(List.of("success"), 2)));
        assertThat(families.get(1).name())
                .isEqualTo("apiserver_thing_config_controller_automatic_reload_last_timestamp_seconds");
        assertThat(families.get(1).samples()).isEqualTo(
                List.of(new Value(List.of("failure"), 1.5), new Value(List.of("success"), 1.5)));
    }

    @Test
    void neverIsZero() {
        assertThat(reloads.metrics().get(1).samples()).isEqualTo(
                List.of(new Value(List.of("failure"), 0), new Value(List.of("success"), 0)));
    }
}
