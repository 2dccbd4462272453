package mortise.admission.serviceaccount;

import static mortise.admission.serviceaccount.Trees.list;
import static mortise.admission.serviceaccount.Trees.struct;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The volume with which processes of a pod find their token, the certificates of the server and their namespace. */
final class TokenVolume {

    static final String NAME_PREFIX = "kube-api-access-";

    /** An hour, and the few seconds by which kubelets know a token that nobody asked for by hand. */
    private static final long EXPIRATION_SECONDS = 3607;
    /** Readable for everybody: 0644. */
    private static final long DEFAULT_MODE = 420;

    private final String mountPath;
    private final Optional<ConfigKey> serviceCa;
    private final Supplier<String> suffixes;

    /**
     * A key of a ConfigMap.
     *
     * @param name name of the ConfigMap
     * @param key the key, which is the name of the file too
     */
    record ConfigKey(String name, String key) {
    }

    /**
     * @param labelDomain the domain of the folder that containers find the volume in
     * @param serviceCa one more file with certificates
     * @param suffixes gives five random letters for the name of a volume
     */
    TokenVolume(String labelDomain, Optional<ConfigKey> serviceCa, Supplier<String> suffixes) {
        this.mountPath = "/var/run/secrets/" + labelDomain + "/serviceaccount";
        this.serviceCa = serviceCa;
        this.suffixes = suffixes;
    }

    /** Mounts the volume in every container that has nothing there, and adds it to the pod when it has to. */
    void mount(Map<String, @Nullable Object> spec) {
        List<Map<String, @Nullable Object>> containers = new ArrayList<>(Trees.structs(spec.get("initContainers")));
        containers.addAll(Trees.structs(spec.get("containers")));
        containers.removeIf(this::hasMount);
        if (containers.isEmpty()) {
            return;
        }
        Optional<String> present = present(spec);
        String name = present.orElseGet(() -> NAME_PREFIX + suffixes.get());
        for (Map<String, @Nullable Object> container : containers) {
            Trees.append(container, "volumeMounts",
                    struct("name", name, "readOnly", true, "mountPath", mountPath));
        }
        if (present.isEmpty()) {
            Trees.append(spec, "volumes", volume(name));
        }
    }

    private boolean hasMount(Map<String, @Nullable Object> container) {
        return Trees.structs(container.get("volumeMounts")).stream()
                .anyMatch(mount -> mountPath.equals(mount.get("mountPath")));
    }

    private static Optional<String> present(Map<String, @Nullable Object> spec) {
        return Trees.structs(spec.get("volumes")).stream()
                .filter(volume -> volume.get("projected") != null)
                .map(volume -> volume.get("name") instanceof String name ? name : "")
                .filter(name -> name.startsWith(NAME_PREFIX)).findFirst();
    }

    private Map<String, @Nullable Object> volume(String name) {
        List<@Nullable Object> sources = list(
                struct("serviceAccountToken", struct("expirationSeconds", EXPIRATION_SECONDS, "path", "token")),
                certificates(new ConfigKey("kube-root-ca.crt", "ca.crt")),
                struct("downwardAPI", struct("items", list(struct("path", "namespace",
                        "fieldRef", struct("apiVersion", "v1", "fieldPath", "metadata.namespace"))))));
        serviceCa.map(TokenVolume::certificates).ifPresent(sources::add);
        return struct("name", name, "projected", struct("sources", sources, "defaultMode", DEFAULT_MODE));
    }

    private static Map<String, @Nullable Object> certificates(ConfigKey from) {
        return struct("configMap", struct("name", from.name(),
                "items", list(struct("key", from.key(), "path", from.key()))));
    }
}
