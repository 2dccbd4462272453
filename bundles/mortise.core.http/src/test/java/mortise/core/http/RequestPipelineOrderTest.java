package mortise.core.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import mortise.core.http.filter.PanicGuard;
import mortise.core.http.filter.ResolveRequestInfo;
import org.junit.jupiter.api.Test;

class RequestPipelineOrderTest {

    @Test
    void theOrderOfTheFiltersIsTheReviewedOne() {
        assertThat(RequestPipeline.ORDER).containsExactly(
                "RequestId", "Measure", "PanicGuard", "ResolveRequestInfo", "Deadline", "Audit", "Authenticate",
                "Impersonate", "MaxInFlight", "Authorize", "ResourceRouter");
    }

    @Test
    void thePageHasTheSameOrder() throws Exception {
        String table = Files.readString(Path.of("README.md")).split("## Filter order|## Configuration")[1];
        assertThat(table.lines().filter(line -> line.startsWith("| `")).map(line -> line.split("`")[1]))
                .containsExactlyElementsOf(RequestPipeline.ORDER);
    }

    @Test
    void filtersInAnotherOrderAreRefused() {
        assertThatThrownBy(() -> new RequestPipeline(List.of(new ResolveRequestInfo(), new PanicGuard())))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("should be");
    }
}
