package mortise.group.autoscaling;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import mortise.api.ApiObject;
import org.jspecify.annotations.Nullable;

/** Defaults that depend on other fields. */
final class AutoscalerDefaults {

    private static final long CPU_PERCENT = 80;
    private static final long PERIOD_SECONDS = 15;

    private AutoscalerDefaults() {
    }

    static Map<String, Consumer<Map<String, @Nullable Object>>> rules() {
        return Map.of(
                "autoscaling.v1.HorizontalPodAutoscaler", AutoscalerDefaults::percentage,
                "autoscaling.v2.HorizontalPodAutoscalerSpec", AutoscalerDefaults::metrics,
                "autoscaling.v2.HorizontalPodAutoscalerBehavior", AutoscalerDefaults::behavior);
    }

    /** The other metrics of the old version are in an annotation. */
    private static void percentage(Map<String, @Nullable Object> tree) {
        var autoscaler = new ApiObject(tree);
        if (AutoscalerAnnotations.read(autoscaler, AutoscalerAnnotations.METRICS).isEmpty()) {
            autoscaler.structAt("spec").putIfAbsent(AutoscalerConversion.TARGET_CPU, CPU_PERCENT);
        }
    }

    private static void metrics(Map<String, @Nullable Object> spec) {
        if (!(spec.get("metrics") instanceof List<?> metrics) || metrics.isEmpty()) {
            List<@Nullable Object> usual = new ArrayList<>();
            usual.add(AutoscalerConversion.cpuMetric(CPU_PERCENT));
            spec.put("metrics", usual);
        }
    }

    private static void behavior(Map<String, @Nullable Object> behavior) {
        var tree = new ApiObject(behavior);
        Map<String, @Nullable Object> up = tree.structAt("scaleUp");
        setIfAbsent(up, "stabilizationWindowSeconds", 0L);
        setIfAbsent(up, "selectPolicy", "Max");
        setIfAbsent(up, "policies", policies(policy("Pods", 4), policy("Percent", 100)));
        Map<String, @Nullable Object> down = tree.structAt("scaleDown");
        setIfAbsent(down, "selectPolicy", "Max");
        setIfAbsent(down, "policies", policies(policy("Percent", 100)));
    }

    private static void setIfAbsent(Map<String, @Nullable Object> struct, String field, Object value) {
        if (struct.get(field) == null) {
            struct.put(field, value);
        }
    }

    private static List<@Nullable Object> policies(Object... policies) {
        return new ArrayList<>(List.of(policies));
    }

    private static Map<String, @Nullable Object> policy(String type, long value) {
        var policy = new LinkedHashMap<String, @Nullable Object>();
        policy.put("type", type);
        policy.put("value", value);
        policy.put("periodSeconds", PERIOD_SECONDS);
        return policy;
    }
}
