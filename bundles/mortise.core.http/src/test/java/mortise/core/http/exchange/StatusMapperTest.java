package mortise.core.http.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import mortise.api.ApiStatus;
import mortise.api.ErrorReason;
import org.junit.jupiter.api.Test;

class StatusMapperTest {

    @Test
    void aTokenToGoOnWithIsToldInTheMetadata() {
        assertThat(text(new ApiStatus(ErrorReason.EXPIRED, "gone", Optional.empty(), "dG9rZW4")))
                .contains("\"metadata\":{\"continue\":\"dG9rZW4\"}", "\"code\":410");
        assertThat(text(ApiStatus.of(ErrorReason.EXPIRED, "gone"))).contains("\"metadata\":{}");
    }

    private static String text(ApiStatus status) {
        return new String(StatusMapper.failure(status), StandardCharsets.UTF_8);
    }
}
