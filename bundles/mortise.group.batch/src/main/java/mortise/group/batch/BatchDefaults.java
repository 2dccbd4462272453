package mortise.group.batch;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import mortise.api.ApiObject;
import org.jspecify.annotations.Nullable;

/** Defaults of jobs. Templates of jobs do not get them: the jobs made from them will. */
final class BatchDefaults {

    private static final long BACKOFF_LIMIT = 6;

    private BatchDefaults() {
    }

    static Map<String, Consumer<Map<String, @Nullable Object>>> rules() {
        return Map.of("batch.v1.Job", BatchDefaults::job);
    }

    private static void job(Map<String, @Nullable Object> job) {
        var object = new ApiObject(job);
        spec(object.structAt("spec"));
        labels(object);
    }

    private static void spec(Map<String, @Nullable Object> spec) {
        if (spec.get("completions") == null && spec.get("parallelism") == null) {
            spec.put("completions", 1L);
        }
        set(spec, "parallelism", 1L);
        set(spec, "backoffLimit", spec.get("backoffLimitPerIndex") == null ? BACKOFF_LIMIT : Integer.MAX_VALUE);
        set(spec, "completionMode", "NonIndexed");
        set(spec, "suspend", false);
        set(spec, "podReplacementPolicy", spec.get("podFailurePolicy") == null ? "TerminatingOrFailed" : "Failed");
        set(spec, "manualSelector", false);
    }

    private static void set(Map<String, @Nullable Object> spec, String field, Object value) {
        if (spec.get(field) == null) {
            spec.put(field, value instanceof Integer number ? (Object) number.longValue() : value);
        }
    }

    /** A job without labels gets those of its pods. */
    private static void labels(ApiObject job) {
        boolean unlabelled = !(job.at("metadata", "labels") instanceof Map<?, ?> own) || own.isEmpty();
        if (unlabelled && job.at("spec", "template", "metadata", "labels") instanceof Map<?, ?> labels
                && !labels.isEmpty()) {
            var copy = new LinkedHashMap<String, @Nullable Object>();
            labels.forEach((key, value) -> copy.put((String) key, value));
            job.metadata().tree().put("labels", copy);
        }
    }
}
