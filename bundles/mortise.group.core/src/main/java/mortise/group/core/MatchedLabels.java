package mortise.group.core;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mortise.api.ApiObject;
import mortise.core.schema.Cells;
import org.jspecify.annotations.Nullable;

/** Affinity of a pod to others that have its own values of some labels: the values go into the selectors. */
final class MatchedLabels {

    private MatchedLabels() {
    }

    /** Adds the values that the labels of a new pod have to the selectors of its affinity to other pods. */
    static void apply(ApiObject pod) {
        for (String affinity : List.of("podAffinity", "podAntiAffinity")) {
            terms(pod, affinity, "required").forEach(term -> apply(term, pod));
            terms(pod, affinity, "preferred").forEach(preferred -> {
                if (new ApiObject(preferred).at("podAffinityTerm") instanceof Map<?, ?>) {
                    apply(new ApiObject(preferred).structAt("podAffinityTerm"), pod);
                }
            });
        }
    }

    private static List<Map<String, @Nullable Object>> terms(ApiObject pod, String affinity, String kind) {
        return Cells.structs(pod, "spec", "affinity", affinity, kind + "DuringSchedulingIgnoredDuringExecution");
    }

    private static void apply(Map<String, @Nullable Object> term, ApiObject pod) {
        if (term.get("labelSelector") instanceof Map<?, ?>) {
            Map<String, @Nullable Object> selector = new ApiObject(term).structAt("labelSelector");
            add(selector, term.get("matchLabelKeys"), "In", pod);
            add(selector, term.get("mismatchLabelKeys"), "NotIn", pod);
        }
    }

    private static void add(
            Map<String, @Nullable Object> selector, @Nullable Object keys, String operator, ApiObject pod) {
        if (!(keys instanceof List<?> names)) {
            return;
        }
        Map<String, String> labels = pod.metadata().labels();
        List<@Nullable Object> expressions = new ArrayList<>(
                selector.get("matchExpressions") instanceof List<?> list ? list : List.of());
        for (Object name : names) {
            String value = labels.get(String.valueOf(name));
            if (value != null) {
                var expression = new LinkedHashMap<String, @Nullable Object>();
                expression.put("key", name);
                expression.put("operator", operator);
                expression.put("values", new ArrayList<>(List.of(value)));
                expressions.add(expression);
            }
        }
        if (!expressions.isEmpty()) {
            selector.put("matchExpressions", expressions);
        }
    }
}
