package mortise.authz.node;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import mortise.api.ApiObject;
import org.jspecify.annotations.Nullable;

/** Which objects a pod or a volume uses. Pure functions; what is not of the right type is read as absent. */
final class References {

    /** Volumes of pods that name a secret: the field of the volume, and that of the name in it. */
    private static final Map<String, String> VOLUME_SECRETS = Map.of(
            "azureFile", "secretName", "cephfs", "secretRef", "cinder", "secretRef", "csi", "nodePublishSecretRef",
            "flexVolume", "secretRef", "iscsi", "secretRef", "rbd", "secretRef", "scaleIO", "secretRef",
            "secret", "secretName", "storageos", "secretRef");
    /** Those that nodes use; the others are for controllers alone. */
    private static final List<String> CSI_SECRETS =
            List.of("nodeExpandSecretRef", "nodePublishSecretRef", "nodeStageSecretRef");

    private final String namespace;
    private final Set<Key> found = new HashSet<>();

    private References(String namespace) {
        this.namespace = namespace;
    }

    /**
     * Returns what a pod uses.
     *
     * @param mirrored whether it only shows what its node runs anyway; such a pod gives the node nothing
     */
    static Set<Key> ofPod(ApiObject pod, boolean mirrored) {
        var references = new References(pod.metadata().namespace());
        if (!mirrored && pod.at("spec") instanceof Map<?, ?> spec) {
            references.pod(pod.metadata().name(), spec);
            for (Map<?, ?> claim : items(pod.at("status", "resourceClaimStatuses"))) {
                references.add(Key.RESOURCE_CLAIMS, claim.get("resourceClaimName"));
            }
            references.add(Key.RESOURCE_CLAIMS,
                    pod.textAt("status", "extendedResourceClaimStatus", "resourceClaimName"));
        }
        return references.found;
    }

    /** Returns the secrets that a volume has for nodes, in the namespace of its claim unless it says another. */
    static Set<Key> ofVolume(ApiObject volume, String claimNamespace) {
        var references = new References(claimNamespace);
        if (volume.at("spec") instanceof Map<?, ?> spec) {
            VOLUME_SECRETS.forEach((type, field) -> references.secret(at(spec, type, field), at(spec, type)));
            CSI_SECRETS.forEach(field -> references.secret(at(spec, "csi", field), null));
        }
        return references.found;
    }

    private void pod(String podName, Map<?, ?> spec) {
        add(Key.ACCOUNTS, spec.get("serviceAccountName"));
        items(spec.get("imagePullSecrets")).forEach(secret -> add(Key.SECRETS, secret.get("name")));
        for (String containers : List.of("initContainers", "containers", "ephemeralContainers")) {
            items(spec.get(containers)).forEach(this::container);
        }
        items(spec.get("volumes")).forEach(volume -> volume(podName, volume));
        items(spec.get("resourceClaims")).forEach(claim -> add(Key.RESOURCE_CLAIMS, claim.get("resourceClaimName")));
    }

    private void container(Map<?, ?> container) {
        for (Map<?, ?> variable : items(container.get("env"))) {
            add(Key.SECRETS, at(variable, "valueFrom", "secretKeyRef", "name"));
            add(Key.CONFIG_MAPS, at(variable, "valueFrom", "configMapKeyRef", "name"));
        }
        for (Map<?, ?> source : items(container.get("envFrom"))) {
            add(Key.SECRETS, at(source, "secretRef", "name"));
            add(Key.CONFIG_MAPS, at(source, "configMapRef", "name"));
        }
    }

    private void volume(String podName, Map<?, ?> volume) {
        VOLUME_SECRETS.forEach((type, field) -> secret(at(volume, type, field), null));
        add(Key.CONFIG_MAPS, at(volume, "configMap", "name"));
        add(Key.CLAIMS, at(volume, "persistentVolumeClaim", "claimName"));
        if (volume.get("ephemeral") != null && volume.get("name") instanceof String name) {
            add(Key.CLAIMS, podName + "-" + name);
        }
        for (Map<?, ?> source : items(at(volume, "projected", "sources"))) {
            add(Key.SECRETS, at(source, "secret", "name"));
            add(Key.CONFIG_MAPS, at(source, "configMap", "name"));
        }
    }

    /**
     * Notes a secret.
     *
     * @param reference its name, or a struct with its name and perhaps its namespace
     * @param around the struct that the reference is in, if that may say the namespace
     */
    private void secret(@Nullable Object reference, @Nullable Object around) {
        if (reference instanceof Map<?, ?> struct) {
            add(Key.SECRETS, struct.get("namespace"), struct.get("name"));
        } else {
            Object other = around instanceof Map<?, ?> struct ? struct.get("secretNamespace") : null;
            add(Key.SECRETS, other, reference);
        }
    }

    private void add(String resource, @Nullable Object name) {
        add(resource, null, name);
    }

    private void add(String resource, @Nullable Object otherNamespace, @Nullable Object name) {
        if (name instanceof String text && !text.isEmpty()) {
            boolean other = otherNamespace instanceof String where && !where.isEmpty();
            found.add(new Key(resource, other ? (String) otherNamespace : namespace, text));
        }
    }

    private static @Nullable Object at(Map<?, ?> struct, String... path) {
        Object value = struct;
        for (String step : path) {
            value = value instanceof Map<?, ?> inner ? inner.get(step) : null;
        }
        return value;
    }

    private static List<Map<?, ?>> items(@Nullable Object list) {
        return list instanceof List<?> items
                ? items.stream().<Map<?, ?>>mapMulti((item, out) -> {
                    if (item instanceof Map<?, ?> struct) {
                        out.accept(struct);
                    }
                }).toList() : List.of();
    }
}
