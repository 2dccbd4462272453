package mortise.core.http.route;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import mortise.api.ApiObject;
import mortise.api.GroupVersionKind;
import mortise.spi.group.Elapsed;
import mortise.spi.group.TableColumn;
import org.junit.jupiter.api.Test;

class ScaleColumnsTest {

    private static final GroupVersionKind SCALE = new GroupVersionKind("autoscaling", "v1", "Scale");

    @Test
    void aScaleShowsHowManyThereAreToBeAndAre() {
        ApiObject scale = ApiObject.ofKind(SCALE);
        scale.metadata().setName("web");
        scale.metadata().setCreationTimestamp("2026-01-02T03:04:05Z");
        scale.tree().put("spec", Map.of("replicas", 3L));
        assertThat(ScaleColumns.of(SCALE)).extracting(TableColumn::name)
                .containsExactly("Name", "Desired", "Available", "Age");
        assertThat(ScaleColumns.of(SCALE).stream().map(column -> column.cell().apply(scale)).toList())
                .isEqualTo(List.of(
                        "web", 3L, 0L, Elapsed.since(Instant.parse("2026-01-02T03:04:05Z"))));
    }

    @Test
    void otherKindsHaveColumnsOfTheirOwn() {
        assertThat(ScaleColumns.of(new GroupVersionKind("apps", "v1", "Scale"))).isEmpty();
    }
}
