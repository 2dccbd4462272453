package mortise.group.autoscaling;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mortise.api.ApiObject;
import mortise.core.schema.Cells;
import mortise.spi.group.Conversion;
import org.jspecify.annotations.Nullable;

/**
 * Autoscalers of version {@code v1}, which know one target: the use of processors. Everything else is in annotations.
 * Nothing is lost but the place of that target among the metrics, which means nothing: it comes last.
 */
final class AutoscalerConversion implements Conversion {

    static final String TARGET_CPU = "targetCPUUtilizationPercentage";
    private static final String CURRENT_CPU = "currentCPUUtilizationPercentage";

    @Override
    public void fromStored(ApiObject object) {
        AutoscalerAnnotations.remove(object);
        if (object.tree().get("spec") instanceof Map<?, ?>) {
            specFromStored(object, object.structAt("spec"));
        }
        if (object.tree().get("status") instanceof Map<?, ?>) {
            statusFromStored(object, object.structAt("status"));
        }
    }

    private static void specFromStored(ApiObject object, Map<String, @Nullable Object> spec) {
        var others = new ArrayList<Map<String, @Nullable Object>>();
        for (Map<String, @Nullable Object> metric : Cells.structs(spec.remove("metrics"))) {
            Object percent = new ApiObject(metric).at("resource", "target", "averageUtilization");
            boolean plain = percent instanceof Number number && metric.equals(cpuMetric(number.longValue()));
            if (plain && spec.get(TARGET_CPU) == null) {
                spec.put(TARGET_CPU, percent);
            } else {
                others.add(metric);
            }
        }
        Object behavior = spec.remove("behavior");
        if (!others.isEmpty()) {
            AutoscalerAnnotations.write(object, AutoscalerAnnotations.METRICS, OldMetrics.SPECS.toOld(others));
        }
        if (behavior instanceof Map<?, ?> rules) {
            AutoscalerAnnotations.write(object, AutoscalerAnnotations.BEHAVIOR, OldBehavior.toOld(rules));
        }
    }

    private static void statusFromStored(ApiObject object, Map<String, @Nullable Object> status) {
        List<Map<String, @Nullable Object>> current = Cells.structs(status.remove("currentMetrics"));
        Object conditions = status.remove("conditions");
        for (Map<String, @Nullable Object> metric : current) {
            var view = new ApiObject(metric);
            Object percent = view.at("resource", "current", "averageUtilization");
            if (percent != null && "Resource".equals(metric.get("type")) && "cpu".equals(view.at("resource", "name"))) {
                status.put(CURRENT_CPU, percent);
            }
        }
        boolean plain = current.size() == 1 && status.get(CURRENT_CPU) instanceof Number percent
                && current.get(0).equals(currentCpu(percent));
        if (!current.isEmpty() && !plain) {
            AutoscalerAnnotations.write(
                    object, AutoscalerAnnotations.CURRENT_METRICS, OldMetrics.STATUSES.toOld(current));
        }
        if (conditions instanceof List<?> list && !list.isEmpty()) {
            AutoscalerAnnotations.write(object, AutoscalerAnnotations.CONDITIONS, list);
        }
    }

    @Override
    public void toStored(ApiObject object) {
        specToStored(object);
        statusToStored(object);
        AutoscalerAnnotations.remove(object);
    }

    private static void specToStored(ApiObject object) {
        var metrics = new ArrayList<@Nullable Object>();
        AutoscalerAnnotations.read(object, AutoscalerAnnotations.METRICS)
                .ifPresent(old -> metrics.addAll(OldMetrics.SPECS.fromOld(Cells.structs(old))));
        Object percent = object.at("spec", TARGET_CPU);
        if (percent instanceof Number number) {
            metrics.add(cpuMetric(number.longValue()));
        }
        Map<String, @Nullable Object> behavior = AutoscalerAnnotations.read(object, AutoscalerAnnotations.BEHAVIOR)
                .map(OldBehavior::fromOld).orElse(Map.of());
        if (object.tree().get("spec") instanceof Map<?, ?> spec) {
            spec.remove(TARGET_CPU);
        }
        if (!metrics.isEmpty()) {
            object.structAt("spec").put("metrics", metrics);
        }
        if (!behavior.isEmpty()) {
            object.structAt("spec").put("behavior", behavior);
        }
    }

    private static void statusToStored(ApiObject object) {
        Object percent = object.at("status", CURRENT_CPU);
        if (object.tree().get("status") instanceof Map<?, ?> status) {
            status.remove(CURRENT_CPU);
        }
        List<@Nullable Object> current = AutoscalerAnnotations.read(object, AutoscalerAnnotations.CURRENT_METRICS)
                .map(old -> OldMetrics.STATUSES.fromOld(Cells.structs(old))).orElse(new ArrayList<>());
        if (current.isEmpty() && percent instanceof Number number) {
            current.add(currentCpu(number));
        }
        if (!current.isEmpty()) {
            object.structAt("status").put("currentMetrics", current);
        }
        AutoscalerAnnotations.read(object, AutoscalerAnnotations.CONDITIONS).map(Cells::structs)
                .filter(conditions -> !conditions.isEmpty())
                .ifPresent(conditions -> object.structAt("status").put("conditions", conditions));
    }

    /** Returns the metric that the target of the old version stands for. */
    static Map<String, @Nullable Object> cpuMetric(long percent) {
        var target = new LinkedHashMap<String, @Nullable Object>();
        target.put("type", "Utilization");
        target.put("averageUtilization", percent);
        return resource("target", target);
    }

    private static Map<String, @Nullable Object> currentCpu(Number percent) {
        var current = new LinkedHashMap<String, @Nullable Object>();
        current.put("averageUtilization", percent.longValue());
        return resource("current", current);
    }

    private static Map<String, @Nullable Object> resource(String field, Map<String, @Nullable Object> value) {
        var resource = new LinkedHashMap<String, @Nullable Object>();
        resource.put("name", "cpu");
        resource.put(field, value);
        var metric = new LinkedHashMap<String, @Nullable Object>();
        metric.put("type", "Resource");
        metric.put("resource", resource);
        return metric;
    }
}
