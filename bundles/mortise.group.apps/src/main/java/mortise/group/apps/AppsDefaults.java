package mortise.group.apps;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Defaults that depend on other fields. */
final class AppsDefaults {

    private static final String ROLLING = "RollingUpdate";

    private AppsDefaults() {
    }

    static Map<String, Consumer<Map<String, @Nullable Object>>> rules() {
        return Map.of(
                "apps.v1.DeploymentStrategy", AppsDefaults::rolling,
                "apps.v1.DaemonSetUpdateStrategy", AppsDefaults::rolling,
                "apps.v1.StatefulSetUpdateStrategy", AppsDefaults::rollingUnlessNamed,
                "apps.v1.StatefulSetSpec", AppsDefaults::claimTemplates);
    }

    private static void rolling(Map<String, @Nullable Object> strategy) {
        Object type = strategy.get("type");
        if ((type == null || type.equals(ROLLING)) && strategy.get("rollingUpdate") == null) {
            strategy.put("rollingUpdate", new LinkedHashMap<String, @Nullable Object>());
        }
    }

    private static void rollingUnlessNamed(Map<String, @Nullable Object> strategy) {
        if (strategy.get("type") == null) {
            rolling(strategy);
        }
    }

    /** Claims in a template are whole objects: they say what they are, and that nobody has bound them. */
    @SuppressWarnings("unchecked")
    private static void claimTemplates(Map<String, @Nullable Object> spec) {
        if (!(spec.get("volumeClaimTemplates") instanceof List<?> templates)) {
            return;
        }
        for (Object item : templates) {
            var template = (Map<String, @Nullable Object>) item;
            template.put("kind", "PersistentVolumeClaim");
            template.put("apiVersion", "v1");
            var status = (Map<String, @Nullable Object>)
                    template.computeIfAbsent("status", name -> new LinkedHashMap<String, @Nullable Object>());
            status.putIfAbsent("phase", "Pending");
        }
    }
}
