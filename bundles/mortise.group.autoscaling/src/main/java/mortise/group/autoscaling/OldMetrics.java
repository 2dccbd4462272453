package mortise.group.autoscaling;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import mortise.api.ApiObject;
import org.jspecify.annotations.Nullable;

/**
 * Metrics, wanted and current, in the form that the annotations of the old version have. That form cannot say all that
 * the new one can. Where a metric would lose something it gets a further member with the metric as it is, which clients
 * of the old form do not look at.
 */
final class OldMetrics {

    private static final String WHOLE = "v2";
    private static final String ZERO = "0";

    /**
     * A member in both forms.
     *
     * @param old its name in the old form
     * @param path its path in the new form
     * @param always whether the old form always has it, with "" or "0" when there is none
     */
    private record Member(String old, List<String> path, boolean always) {
    }

    /** The forms of metrics that are wanted. */
    static final OldMetrics SPECS = new OldMetrics(Map.of(
            "object", members("target=describedObject metricName!=metric.name targetValue!=target.value"
                    + " selector=metric.selector averageValue=target.averageValue"),
            "pods", members("metricName!=metric.name targetAverageValue!=target.averageValue selector=metric.selector"),
            "resource", members("name!=name targetAverageUtilization=target.averageUtilization"
                    + " targetAverageValue=target.averageValue"),
            "containerResource", members("name!=name targetAverageUtilization=target.averageUtilization"
                    + " targetAverageValue=target.averageValue container!=container"),
            "external", members("metricName!=metric.name metricSelector=metric.selector targetValue=target.value"
                    + " targetAverageValue=target.averageValue")), true);

    /** The forms of metrics as they are. */
    static final OldMetrics STATUSES = new OldMetrics(Map.of(
            "object", members("target=describedObject metricName!=metric.name currentValue!=current.value"
                    + " selector=metric.selector averageValue=current.averageValue"),
            "pods", members("metricName!=metric.name currentAverageValue!=current.averageValue"
                    + " selector=metric.selector"),
            "resource", members("name!=name currentAverageUtilization=current.averageUtilization"
                    + " currentAverageValue!=current.averageValue"),
            "containerResource", members("name!=name currentAverageUtilization=current.averageUtilization"
                    + " currentAverageValue!=current.averageValue container!=container"),
            "external", members("metricName!=metric.name metricSelector=metric.selector currentValue!=current.value"
                    + " currentAverageValue=current.averageValue")), false);

    private static final List<String> SOURCES = List.of("object", "pods", "resource", "containerResource", "external");

    private final Map<String, List<Member>> members;
    private final boolean targets;

    private OldMetrics(Map<String, List<Member>> members, boolean targets) {
        this.members = members;
        this.targets = targets;
    }

    /** Reads {@code old=path} words; {@code old!=path} for members that are always there. */
    private static List<Member> members(String words) {
        return List.of(words.split(" ")).stream().map(word -> {
            int equals = word.indexOf('=');
            boolean always = word.charAt(equals - 1) == '!';
            return new Member(word.substring(0, always ? equals - 1 : equals),
                    List.of(word.substring(equals + 1).split("\\.")), always);
        }).toList();
    }

    /** Returns the old form of metrics. */
    List<@Nullable Object> toOld(List<Map<String, @Nullable Object>> metrics) {
        List<@Nullable Object> all = new ArrayList<>();
        metrics.forEach(metric -> all.add(toOld(metric)));
        return all;
    }

    private Map<String, @Nullable Object> toOld(Map<String, @Nullable Object> metric) {
        Map<String, @Nullable Object> old = form(metric);
        if (!back(old).equals(metric)) {
            old.put(WHOLE, ApiObject.copy(metric));
        }
        return old;
    }

    /** Returns the metrics that an old form stands for. */
    List<@Nullable Object> fromOld(List<Map<String, @Nullable Object>> old) {
        List<@Nullable Object> all = new ArrayList<>();
        for (Map<String, @Nullable Object> form : old) {
            Map<String, @Nullable Object> plain = new LinkedHashMap<>(form);
            Map<String, @Nullable Object> whole = struct(plain.remove(WHOLE));
            // Who changed the old form means what it says now.
            all.add(!whole.isEmpty() && form(whole).equals(plain) ? whole : back(plain));
        }
        return all;
    }

    private Map<String, @Nullable Object> form(Map<String, @Nullable Object> metric) {
        var old = new LinkedHashMap<String, @Nullable Object>();
        old.put("type", Objects.requireNonNullElse(metric.get("type"), ""));
        for (String source : SOURCES) {
            if (metric.get(source) instanceof Map<?, ?>) {
                Map<String, @Nullable Object> struct = struct(metric.get(source));
                var form = new LinkedHashMap<String, @Nullable Object>();
                for (Member member : list(source)) {
                    Object value = new ApiObject(struct).at(member.path().toArray(String[]::new));
                    if (value != null || member.always()) {
                        form.put(member.old(), value == null ? nothing(member) : ApiObject.copy(value));
                    }
                }
                old.put(source, form);
            }
        }
        return old;
    }

    private Map<String, @Nullable Object> back(Map<String, @Nullable Object> old) {
        var metric = new LinkedHashMap<String, @Nullable Object>();
        metric.put("type", old.get("type"));
        for (String source : SOURCES) {
            if (old.get(source) instanceof Map<?, ?>) {
                metric.put(source, source(source, struct(old.get(source))));
            }
        }
        return metric;
    }

    private Map<String, @Nullable Object> source(String source, Map<String, @Nullable Object> form) {
        var struct = new LinkedHashMap<String, @Nullable Object>();
        for (Member member : list(source)) {
            Object value = form.get(member.old());
            // Both values cannot be wanted at once, so the one that the old form cannot leave out says nothing.
            boolean filler = targets && ZERO.equals(value) && form.get("averageValue") != null;
            if (value != null && !(filler && member.always())) {
                put(struct, member.path(), ApiObject.copy(value));
            }
        }
        if (targets) {
            put(struct, List.of("target", "type"), targetType(source, form));
        }
        return struct;
    }

    private static String targetType(String source, Map<String, @Nullable Object> form) {
        boolean average = switch (source) {
            case "object" -> form.get("averageValue") != null;
            case "external" -> form.get("targetValue") == null;
            case "pods" -> true;
            default -> form.get("targetAverageUtilization") == null;
        };
        if (average) {
            return "AverageValue";
        }
        return source.endsWith("esource") ? "Utilization" : "Value";
    }

    private List<Member> list(String source) {
        return members.getOrDefault(source, List.of());
    }

    private static String nothing(Member member) {
        return member.path().get(member.path().size() - 1).toLowerCase(Locale.ROOT).endsWith("value")
                ? ZERO : "";
    }

    private static void put(Map<String, @Nullable Object> struct, List<String> path, @Nullable Object value) {
        Map<String, @Nullable Object> in = struct;
        for (String step : path.subList(0, path.size() - 1)) {
            in = new ApiObject(in).structAt(step);
        }
        in.put(path.get(path.size() - 1), value);
    }

    @SuppressWarnings("unchecked") // The keys of a tree are texts.
    private static Map<String, @Nullable Object> struct(@Nullable Object value) {
        return value instanceof Map ? (Map<String, @Nullable Object>) value : new LinkedHashMap<>();
    }
}
