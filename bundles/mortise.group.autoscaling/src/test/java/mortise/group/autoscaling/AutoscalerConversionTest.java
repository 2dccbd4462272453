package mortise.group.autoscaling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mortise.api.ApiObject;
import mortise.core.schema.Kinds;
import mortise.spi.group.Conversion;
import mortise.tck.group.RandomObjects;
import org.junit.jupiter.api.Test;

/** Conversions of objects with any fields. */
final class AutoscalerConversionTest {

    private static final long SEED = 20_260_731;
    private static final int OBJECTS = 300;

    private final Kinds kinds = Kinds.load(AutoscalingGroup.class).build();
    private final RandomObjects random = new RandomObjects(SEED);

    @Test
    void autoscalersLoseNothing() {
        keeps("autoscaling.v2.HorizontalPodAutoscaler", "HorizontalPodAutoscaler", new AutoscalerConversion());
    }

    @Test
    void oldAutoscalersLoseNothing() {
        var conversion = new AutoscalerConversion();
        for (int count = 0; count < OBJECTS; count++) {
            ApiObject object = random.object(kinds.type("autoscaling.v1.HorizontalPodAutoscaler"), "v", "Any");
            ApiObject before = object.deepCopy();
            conversion.toStored(object);
            assertThat(kinds.schema("autoscaling.v2.HorizontalPodAutoscaler").prune(object)).isEmpty();
            conversion.fromStored(object);
            assertThat(object.tree()).as("%d of seed %d", count, SEED).isEqualTo(before.tree());
        }
    }

    @Test
    void whatTheOldVersionShowsHasItsFields() {
        for (int count = 0; count < OBJECTS; count++) {
            ApiObject object = random.object(kinds.type("autoscaling.v2.HorizontalPodAutoscaler"), "v", "Any");
            new AutoscalerConversion().fromStored(object);
            assertThat(kinds.schema("autoscaling.v1.HorizontalPodAutoscaler").prune(object))
                    .as("%d of seed %d", count, SEED).isEmpty();
        }
    }

    @Test
    void theTargetForProcessorsComesLast() {
        List<Object> metrics = new ArrayList<>(List.of(
                AutoscalerConversion.cpuMetric(50), Map.of("type", "Resource", "resource", Map.of(
                        "name", "memory", "target", Map.of("type", "Utilization", "averageUtilization", 60L)))));
        var object = new ApiObject(new LinkedHashMap<>());
        object.structAt("spec").put("metrics", metrics);
        new AutoscalerConversion().fromStored(object);
        assertThat(object.at("spec", "targetCPUUtilizationPercentage")).isEqualTo(50L);
        new AutoscalerConversion().toStored(object);
        assertThat(object.at("spec", "metrics")).isEqualTo(List.of(metrics.get(1), metrics.get(0)));
    }

    /** Without what the conversions of the core do: kind and version. */
    private void keeps(String type, String kind, Conversion conversion) {
        for (int count = 0; count < OBJECTS; count++) {
            ApiObject object = random.object(kinds.type(type), "v", kind);
            object.metadata().setName("a");
            ApiObject before = object.deepCopy();
            conversion.fromStored(object);
            conversion.toStored(object);
            assertThat(object.tree()).as("%s %d of seed %d", kind, count, SEED).isEqualTo(before.tree());
        }
    }
}
