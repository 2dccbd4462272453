package mortise.group.core;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import mortise.api.ApiObject;
import mortise.core.schema.Amounts;
import mortise.core.schema.Cells;
import mortise.core.workload.PodDefaults;
import org.jspecify.annotations.Nullable;

/** Defaults that depend on other fields. Those of pods and nodes stand where these are. */
final class CoreDefaults {

    private static final long AFFINITY_SECONDS = 10800;

    private CoreDefaults() {
    }

    /** Returns the rules of all kinds of this group. */
    static Map<String, Consumer<Map<String, @Nullable Object>>> all(String labelDomain) {
        var all = new HashMap<>(PodDefaults.rules());
        all.putAll(PodDefaults.podRules());
        all.putAll(PodResources.rules());
        all.putAll(NodeResource.rules());
        all.putAll(rules());
        String nameLabel = NamespaceStrategy.nameLabel(labelDomain);
        all.put("core.v1.Namespace", namespace -> named(new ApiObject(namespace), nameLabel));
        return all;
    }

    private static Map<String, Consumer<Map<String, @Nullable Object>>> rules() {
        return Map.of(
                "core.v1.Service", CoreDefaults::service,
                "core.v1.ServiceSpec", CoreDefaults::serviceSpec,
                "core.v1.ServicePort", CoreDefaults::servicePort,
                "core.v1.LimitRangeItem", CoreDefaults::limits,
                "core.v1.ResourceQuotaSpec", spec -> round(spec, "hard"),
                "core.v1.ResourceQuotaStatus", status -> round(status, "hard", "used"),
                "core.v1.PersistentVolumeSpec", CoreDefaults::volume,
                "core.v1.PersistentVolumeClaimStatus", status -> round(status, "capacity"),
                "core.v1.VolumeResourceRequirements", amounts -> round(amounts, "limits", "requests"));
    }

    /** Whatever a writer makes of the label that carries the name, it is nobody's doing. */
    private static void named(ApiObject namespace, String nameLabel) {
        if (!namespace.metadata().name().isEmpty()) {
            namespace.metadata().setLabel(nameLabel, namespace.metadata().name());
        }
    }

    /** Addresses of load balancers are taken as they are, unless their status says otherwise. */
    private static void service(Map<String, @Nullable Object> service) {
        var object = new ApiObject(service);
        if (!object.textAt("spec", "type").equals(ServiceShape.LOAD_BALANCER)) {
            return;
        }
        for (Map<String, @Nullable Object> ingress : Cells.structs(object, "status", "loadBalancer", "ingress")) {
            if (ingress.get("ipMode") == null && !isEmpty(ingress.get("ip"))) {
                ingress.put("ipMode", "VIP");
            }
        }
    }

    private static void serviceSpec(Map<String, @Nullable Object> spec) {
        String type = isEmpty(spec.get("type")) ? ServiceShape.CLUSTER_IP : String.valueOf(spec.get("type"));
        affinity(spec);
        boolean onNodes = type.equals(ServiceShape.NODE_PORT) || type.equals(ServiceShape.LOAD_BALANCER);
        boolean inCluster = type.equals(ServiceShape.CLUSTER_IP);
        boolean withAddresses = spec.get("externalIPs") instanceof List<?> addresses && !addresses.isEmpty();
        if ((onNodes || inCluster && withAddresses) && isEmpty(spec.get("externalTrafficPolicy"))) {
            spec.put("externalTrafficPolicy", "Cluster");
        }
        if ((onNodes || inCluster) && spec.get("internalTrafficPolicy") == null) {
            spec.put("internalTrafficPolicy", "Cluster");
        }
        if (type.equals(ServiceShape.LOAD_BALANCER) && spec.get("allocateLoadBalancerNodePorts") == null) {
            spec.put("allocateLoadBalancerNodePorts", true);
        }
    }

    private static void affinity(Map<String, @Nullable Object> spec) {
        Object affinity = spec.get("sessionAffinity");
        if (isEmpty(affinity) || "None".equals(affinity)) {
            spec.remove("sessionAffinityConfig");
        } else if ("ClientIP".equals(affinity)
                && new ApiObject(spec).at("sessionAffinityConfig", "clientIP", "timeoutSeconds") == null) {
            var client = new LinkedHashMap<String, @Nullable Object>();
            client.put("timeoutSeconds", AFFINITY_SECONDS);
            var config = new LinkedHashMap<String, @Nullable Object>();
            config.put("clientIP", client);
            spec.put("sessionAffinityConfig", config);
        }
    }

    private static void servicePort(Map<String, @Nullable Object> port) {
        Object target = port.get("targetPort");
        if (isEmpty(target) || target.equals(0L)) {
            Object number = port.get("port");
            port.put("targetPort", number == null ? 0L : number);
        }
    }

    private static void limits(Map<String, @Nullable Object> item) {
        round(item, "max", "min", "default", "defaultRequest", "maxLimitRequestRatio");
        if ("Container".equals(item.get("type"))) {
            fill(item, "default", "max");
            fill(item, "defaultRequest", "default");
            fill(item, "defaultRequest", "min");
        }
    }

    /** Adds to a map of amounts those which only another map has. */
    private static void fill(Map<String, @Nullable Object> item, String field, String from) {
        if (!(item.get(from) instanceof Map<?, ?> source) || source.isEmpty()) {
            return;
        }
        var filled = new LinkedHashMap<String, @Nullable Object>();
        if (item.get(field) instanceof Map<?, ?> known) {
            known.forEach((name, amount) -> filled.put((String) name, amount));
        }
        source.forEach((name, amount) -> filled.putIfAbsent((String) name, amount));
        item.put(field, filled);
    }

    private static void volume(Map<String, @Nullable Object> spec) {
        round(spec, "capacity");
        if (isEmpty(spec.get("persistentVolumeReclaimPolicy"))) {
            spec.put("persistentVolumeReclaimPolicy", "Retain");
        }
        if (spec.get("volumeMode") == null) {
            spec.put("volumeMode", "Filesystem");
        }
    }

    /** Amounts are kept in thousandths at the finest. */
    private static void round(Map<String, @Nullable Object> struct, String... fields) {
        for (String field : fields) {
            if (struct.get(field) instanceof Map<?, ?> map) {
                @SuppressWarnings("unchecked") // The keys of a tree are texts.
                var amounts = (Map<String, @Nullable Object>) map;
                amounts.replaceAll((name, amount) -> rounded(amount));
            }
        }
    }

    private static @Nullable Object rounded(@Nullable Object amount) {
        var quantity = Amounts.of(amount);
        var rounded = quantity.roundUpToMilli();
        return rounded.compareTo(quantity) == 0 ? amount : rounded.toString();
    }

    private static boolean isEmpty(@Nullable Object value) {
        return value == null || value.equals("");
    }
}
