package mortise.core.workload;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.core.schema.FieldView;

/** Pods for these tests: as a client sends them, with the defaults that matter here. */
final class TestPods {

    private TestPods() {
    }

    /** Returns a pod named {@code p} with a spec in JSON with single quotes; no container given means one good one. */
    static ApiObject pod(String spec) {
        return pod(Json.struct(spec));
    }

    static ApiObject pod(Map<String, Object> spec) {
        if (!spec.containsKey("containers")) {
            spec.put("containers", Json.value("[{'name':'c','image':'i:1'}]"));
        }
        var pod = new LinkedHashMap<String, Object>();
        pod.put("apiVersion", "v1");
        pod.put("kind", "Pod");
        pod.put("metadata", new LinkedHashMap<>(Map.of("name", "p")));
        pod.put("spec", spec);
        applyDefaults(pod);
        return new ApiObject(pod);
    }

    /** Applies the rules of this bundle, and the constants that tables have elsewhere. */
    static void applyDefaults(Map<String, Object> pod) {
        Map<String, Object> spec = Json.asStruct(pod.get("spec"));
        apply("core.v1.Pod", pod);
        apply("core.v1.PodSpec", spec);
        for (String list : List.of("containers", "initContainers", "ephemeralContainers")) {
            Json.structs(spec.get(list)).forEach(TestPods::defaultContainer);
        }
        for (Map<String, Object> volume : Json.structs(spec.get("volumes"))) {
            apply("core.v1.Volume", volume);
            volume.forEach((field, source) -> {
                String type = Character.toUpperCase(field.charAt(0)) + field.substring(1) + "VolumeSource";
                if (source instanceof Map<?, ?>) {
                    apply("core.v1." + type, Json.asStruct(source));
                }
            });
            deepRules(volume);
        }
    }

    private static void defaultContainer(Map<String, Object> container) {
        apply("core.v1.Container", container);
        container.putIfAbsent("resources", new LinkedHashMap<String, Object>());
        apply("core.v1.ResourceRequirements", Json.asStruct(container.get("resources")));
        Json.structs(container.get("ports")).forEach(port -> port.putIfAbsent("protocol", "TCP"));
        for (String probe : List.of("livenessProbe", "readinessProbe", "startupProbe")) {
            if (container.get(probe) != null) {
                apply("core.v1.Probe", Json.asStruct(container.get(probe)));
            }
        }
        deepRules(container);
    }

    /** Applies rules of structs that may stand anywhere, by the name of the field that has them. */
    private static void deepRules(Object value) {
        if (value instanceof List<?> list) {
            list.forEach(TestPods::deepRules);
        }
        if (!(value instanceof Map<?, ?> struct)) {
            return;
        }
        struct.forEach((field, inner) -> {
            String type = switch ((String) field) {
                case "fieldRef" -> "core.v1.ObjectFieldSelector";
                case "httpGet" -> "core.v1.HTTPGetAction";
                case "serviceAccountToken" -> "core.v1.ServiceAccountTokenProjection";
                default -> "";
            };
            if (field.equals("grpc")) {
                Json.asStruct(inner).putIfAbsent("service", "");
            }
            if (!type.isEmpty()) {
                apply(type, Json.asStruct(inner));
            }
            deepRules(inner);
        });
    }

    private static void apply(String type, Map<String, Object> struct) {
        var rule = PodDefaults.rules().getOrDefault(type, PodDefaults.podRules().get(type));
        if (rule != null) {
            rule.accept(struct);
        }
    }

    /** Returns what is wrong with a new pod, each as {@code path: text}. */
    static List<String> wrong(String spec) {
        return wrong(pod(spec));
    }

    static List<String> wrong(ApiObject pod) {
        var errors = new ArrayList<FieldError>();
        Pods.validateCreate(FieldView.root(pod, errors));
        return texts(errors);
    }

    static FieldView view(ApiObject pod, List<FieldError> errors) {
        return FieldView.root(pod, errors);
    }

    static List<String> texts(List<FieldError> errors) {
        return errors.stream().map(FieldError::toString).toList();
    }
}
