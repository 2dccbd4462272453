package mortise.group.autoscaling;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.core.codec.DecodeLimits;
import mortise.core.codec.JsonDecoder;
import mortise.core.codec.JsonEncoder;
import mortise.core.codec.MalformedBodyException;
import org.jspecify.annotations.Nullable;

/** The annotations that hold, as JSON, what the old version of autoscalers has no fields for. */
final class AutoscalerAnnotations {

    static final String METRICS = "autoscaling.alpha.kubernetes.io/metrics";
    static final String BEHAVIOR = "autoscaling.alpha.kubernetes.io/behavior";
    static final String CURRENT_METRICS = "autoscaling.alpha.kubernetes.io/current-metrics";
    static final String CONDITIONS = "autoscaling.alpha.kubernetes.io/conditions";

    private static final List<String> ALL = List.of(METRICS, BEHAVIOR, CURRENT_METRICS, CONDITIONS);

    private AutoscalerAnnotations() {
    }

    /** Returns what an annotation holds; nothing when it is not there, or no JSON. */
    static Optional<Object> read(ApiObject autoscaler, String key) {
        if (!(autoscaler.at("metadata", "annotations", key) instanceof String json)) {
            return Optional.empty();
        }
        try {
            return Optional.ofNullable(
                    JsonDecoder.decode(json.getBytes(StandardCharsets.UTF_8), DecodeLimits.DEFAULT).value());
        } catch (MalformedBodyException notJson) {
            // Somebody wrote it by hand. It says nothing then, as for kube-apiserver.
            return Optional.empty();
        }
    }

    /** Sets an annotation. */
    static void write(ApiObject autoscaler, String key, Object value) {
        String json = new String(JsonEncoder.encode(value), StandardCharsets.UTF_8);
        // Outside texts JSON has none of these; inside, Go's encoder escapes them.
        json = json.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026");
        Map<String, @Nullable Object> metadata = autoscaler.metadata().tree();
        Map<String, @Nullable Object> annotations = new LinkedHashMap<>();
        if (metadata.get("annotations") instanceof Map<?, ?> before) {
            before.forEach((name, text) -> annotations.put((String) name, text));
        }
        annotations.put(key, json);
        metadata.put("annotations", annotations);
    }

    /** Removes these annotations. */
    static void remove(ApiObject autoscaler) {
        if (autoscaler.at("metadata", "annotations") instanceof Map<?, ?> annotations
                && annotations.keySet().removeAll(ALL) && annotations.isEmpty()) {
            autoscaler.metadata().tree().remove("annotations");
        }
    }
}
