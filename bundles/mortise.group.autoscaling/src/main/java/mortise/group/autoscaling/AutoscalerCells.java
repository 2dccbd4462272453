package mortise.group.autoscaling;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import mortise.api.ApiObject;
import mortise.core.schema.Cells;
import org.jspecify.annotations.Nullable;

/** Cells of autoscalers. */
final class AutoscalerCells {

    private static final int SHOWN_MAX = 2;
    private static final String UNKNOWN = "<unknown>";

    private AutoscalerCells() {
    }

    /** Returns for each metric what it is and what is wanted, for example {@code cpu: 30%/80%}. */
    static String targets(ApiObject autoscaler) {
        List<Map<String, @Nullable Object>> metrics = Cells.structs(autoscaler, "spec", "metrics");
        List<Map<String, @Nullable Object>> current = Cells.structs(autoscaler, "status", "currentMetrics");
        if (metrics.isEmpty()) {
            return "<none>";
        }
        var shown = new ArrayList<String>();
        for (int at = 0; at < metrics.size() && at < SHOWN_MAX; at++) {
            shown.add(target(new ApiObject(metrics.get(at)),
                    new ApiObject(at < current.size() ? current.get(at) : Map.of())));
        }
        int more = metrics.size() - SHOWN_MAX;
        return String.join(", ", shown) + (more > 0 ? " + " + more + " more..." : "");
    }

    private static String target(ApiObject metric, ApiObject current) {
        return switch (metric.textAt("type")) {
            case "External" -> value("external", metric, current);
            case "Object" -> value("object", metric, current);
            case "Pods" -> pair("pods", "averageValue", metric, current);
            case "Resource" -> resource("resource", metric, current);
            case "ContainerResource" -> resource("containerResource", metric, current);
            default -> "<unknown type>";
        };
    }

    private static String value(String source, ApiObject metric, ApiObject current) {
        return metric.at(source, "target", "averageValue") == null
                ? pair(source, "value", metric, current)
                : pair(source, "averageValue", metric, current) + " (avg)";
    }

    private static String resource(String source, ApiObject metric, ApiObject current) {
        String name = metric.textAt(source, "name") + ": ";
        if (metric.at(source, "target", "averageValue") != null) {
            return name + pair(source, "averageValue", metric, current);
        }
        return name + percent(current.at(source, "current", "averageUtilization"), UNKNOWN) + "/"
                + percent(metric.at(source, "target", "averageUtilization"), "<auto>");
    }

    private static String percent(@Nullable Object value, String otherwise) {
        return value == null ? otherwise : value + "%";
    }

    private static String pair(String source, String field, ApiObject metric, ApiObject current) {
        Object is = current.at(source, "current", field);
        Object wanted = metric.at(source, "target", field);
        return (is == null ? UNKNOWN : is) + "/" + (wanted == null ? "0" : wanted);
    }
}
