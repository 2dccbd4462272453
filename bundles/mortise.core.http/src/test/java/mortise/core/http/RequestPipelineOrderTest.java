package mortise.core.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
    void filtersInAnotherOrderAreRefused() {
        assertThatThrownBy(() -> new RequestPipeline(List.of(new ResolveRequestInfo(), new PanicGuard())))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("should be");
    }
}
