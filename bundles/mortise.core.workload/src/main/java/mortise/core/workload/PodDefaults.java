package mortise.core.workload;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import mortise.api.FieldPath;
import mortise.api.JsonStruct;
import mortise.core.schema.Amounts;
import mortise.core.schema.FieldView;
import mortise.core.schema.Quantity;
import mortise.core.schema.ResourceNames;
import org.jspecify.annotations.Nullable;

/**
 * Values that fields of pod specs get when a client leaves them out. Each rule gets a struct of its type, changes it in
 * place, and may be applied again without effect.
 */
public final class PodDefaults {

    private static final long FILE_MODE = 0644;
    private static final long GRACE_SECONDS = 30;
    private static final long TOKEN_SECONDS = 3600;

    private PodDefaults() {
    }

    /** Returns the rules of everything in pod specs, wherever these stand, by the short name of the definition. */
    public static Map<String, Consumer<Map<String, @Nullable Object>>> rules() {
        Map<String, Consumer<Map<String, @Nullable Object>>> rules = new HashMap<>();
        rules.put("core.v1.PodSpec", PodDefaults::podSpec);
        rules.put("core.v1.Container", PodDefaults::container);
        rules.put("core.v1.EphemeralContainer", PodDefaults::container);
        rules.put("core.v1.Probe", PodDefaults::probe);
        rules.put("core.v1.HTTPGetAction", PodDefaults::httpGet);
        rules.put("core.v1.Volume", PodDefaults::volume);
        rules.put("core.v1.ImageVolumeSource", source -> pullPolicy(source, "pullPolicy", "reference"));
        for (String source : List.of("Secret", "ConfigMap", "DownwardAPI", "Projected")) {
            rules.put("core.v1." + source + "VolumeSource", volume -> absent(volume, "defaultMode", FILE_MODE));
        }
        rules.put("core.v1.HostPathVolumeSource", source -> absent(source, "type", ""));
        rules.put("core.v1.ServiceAccountTokenProjection", source ->
                absent(source, "expirationSeconds", TOKEN_SECONDS));
        rules.put("core.v1.ObjectFieldSelector", reference -> empty(reference, "apiVersion", "v1"));
        rules.put("core.v1.PersistentVolumeClaimSpec", spec -> absent(spec, "volumeMode", "Filesystem"));
        rules.put("core.v1.ResourceRequirements", PodDefaults::roundResources);
        rules.put("core.v1.VolumeResourceRequirements", PodDefaults::roundResources);
        return rules;
    }

    /** Returns the rules of pods alone, which pod templates must not have. */
    public static Map<String, Consumer<Map<String, @Nullable Object>>> podRules() {
        return Map.of("core.v1.Pod", PodDefaults::pod);
    }

    private static void podSpec(Map<String, @Nullable Object> spec) {
        empty(spec, "dnsPolicy", "ClusterFirst");
        empty(spec, "restartPolicy", "Always");
        absent(spec, "securityContext", new LinkedHashMap<String, @Nullable Object>());
        absent(spec, "terminationGracePeriodSeconds", GRACE_SECONDS);
        empty(spec, "schedulerName", "default-scheduler");
        round(spec.get("overhead"));
        // Two names of one field: the old one is read when the new one is not there, and always written.
        Object account = isEmpty(spec.get("serviceAccountName"))
                ? spec.get("serviceAccount") : spec.get("serviceAccountName");
        if (!isEmpty(account)) {
            spec.put("serviceAccountName", account);
            spec.put("serviceAccount", account);
        }
    }

    private static void container(Map<String, @Nullable Object> container) {
        pullPolicy(container, "imagePullPolicy", "image");
        empty(container, "terminationMessagePath", "/dev/termination-log");
        empty(container, "terminationMessagePolicy", "File");
    }

    private static void pullPolicy(Map<String, @Nullable Object> struct, String field, String image) {
        if (isEmpty(struct.get(field))) {
            struct.put(field, ImageNames.pullPolicy(struct.get(image) instanceof String name ? name : ""));
        }
    }

    private static void probe(Map<String, @Nullable Object> probe) {
        zero(probe, "timeoutSeconds", 1);
        zero(probe, "periodSeconds", 10);
        zero(probe, "successThreshold", 1);
        zero(probe, "failureThreshold", 3);
    }

    private static void httpGet(Map<String, @Nullable Object> action) {
        empty(action, "path", "/");
        empty(action, "scheme", "HTTP");
    }

    private static void volume(Map<String, @Nullable Object> volume) {
        boolean source = volume.entrySet().stream()
                .anyMatch(field -> field.getValue() != null && !field.getKey().equals("name"));
        if (!source) {
            volume.put("emptyDir", new LinkedHashMap<String, @Nullable Object>());
        }
    }

    private static void roundResources(Map<String, @Nullable Object> resources) {
        round(resources.get("limits"));
        round(resources.get("requests"));
    }

    /** Rounds the amounts of a list of resources up to thousandths. */
    static void round(@Nullable Object amounts) {
        if (amounts instanceof Map<?, ?> map) {
            for (Map.Entry<String, @Nullable Object> amount : struct(map).entrySet()) {
                Quantity quantity = Amounts.of(amount.getValue());
                Quantity rounded = quantity.roundUpToMilli();
                if (!rounded.equals(quantity)) {
                    amount.setValue(rounded.toString());
                }
            }
        }
    }

    private static void pod(Map<String, @Nullable Object> pod) {
        if (JsonStruct.isUnread(pod.get("spec"))) {
            return;
        }
        Map<String, @Nullable Object> spec = structAt(pod, "spec");
        absent(spec, "enableServiceLinks", true);
        for (String list : List.of("containers", "initContainers")) {
            for (Map<String, @Nullable Object> container : structs(spec.get(list))) {
                requestsFromLimits(container);
                if (Boolean.TRUE.equals(spec.get("hostNetwork"))) {
                    hostPorts(container);
                }
            }
        }
        podResources(spec);
    }

    private static void requestsFromLimits(Map<String, @Nullable Object> container) {
        if (!(container.get("resources") instanceof Map<?, ?> resources)
                || !(resources.get("limits") instanceof Map<?, ?> limits)) {
            return;
        }
        Map<String, @Nullable Object> requests = structAt(struct(resources), "requests");
        struct(limits).forEach((name, limit) -> absent(requests, name, limit));
    }

    private static void hostPorts(Map<String, @Nullable Object> container) {
        for (Map<String, @Nullable Object> port : structs(container.get("ports"))) {
            if (port.get("containerPort") instanceof Long number && number != 0) {
                zero(port, "hostPort", number);
            }
        }
    }

    private static void podResources(Map<String, @Nullable Object> spec) {
        if (!(spec.get("resources") instanceof Map<?, ?> map)) {
            return;
        }
        Map<String, @Nullable Object> resources = struct(map);
        FieldView view = FieldView.of(FieldPath.of("spec"), spec, new ArrayList<>());
        PodResources.limits(view).forEach((name, sum) -> {
            boolean named = view.at("resources", "limits").entry(name).present()
                    || view.at("resources", "requests").entry(name).present();
            if (ResourceNames.isHugePages(name) && !named) {
                structAt(resources, "limits").put(name, sum.toString());
            }
        });
        if (view.at("resources", "limits").isEmpty()) {
            return;
        }
        Map<String, @Nullable Object> requests = structAt(resources, "requests");
        PodResources.requests(view).forEach((name, sum) -> {
            if (Resources.isPodLevel(name) && ResourceNames.isOvercommitAllowed(name)) {
                absent(requests, name, sum.toString());
            }
        });
        structAt(resources, "limits").forEach((name, limit) -> absent(requests, name, limit));
    }

    private static void absent(Map<String, @Nullable Object> struct, String field, @Nullable Object value) {
        if (struct.get(field) == null) {
            struct.put(field, value);
        }
    }

    private static void empty(Map<String, @Nullable Object> struct, String field, String value) {
        if (isEmpty(struct.get(field))) {
            struct.put(field, value);
        }
    }

    private static void zero(Map<String, @Nullable Object> struct, String field, long value) {
        Object number = struct.get(field);
        if (number == null || number.equals(0L)) {
            struct.put(field, value);
        }
    }

    private static boolean isEmpty(@Nullable Object text) {
        return text == null || text.equals("");
    }

    private static Map<String, @Nullable Object> structAt(Map<String, @Nullable Object> struct, String field) {
        if (!(struct.get(field) instanceof Map<?, ?> inner)) {
            Map<String, @Nullable Object> made = new LinkedHashMap<>();
            struct.put(field, made);
            return made;
        }
        return struct(inner);
    }

    private static List<Map<String, @Nullable Object>> structs(@Nullable Object list) {
        List<Map<String, @Nullable Object>> structs = new ArrayList<>();
        if (list instanceof List<?> items) {
            for (Object item : items) {
                if (item instanceof Map<?, ?> map) {
                    structs.add(struct(map));
                }
            }
        }
        return structs;
    }

    @SuppressWarnings("unchecked")
    private static Map<String, @Nullable Object> struct(Map<?, ?> map) {
        return (Map<String, @Nullable Object>) map;
    }
}
