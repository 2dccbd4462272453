package mortise.admission.serviceaccount;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Pods that a kubelet runs from a file and only shows here: nobody has checked what the file may use. */
final class MirrorPods {

    private static final Set<String> SECRET_FIELDS =
            Set.of("secret", "secretRef", "secretKeyRef", "secretName", "nodePublishSecretRef");

    private MirrorPods() {
    }

    /** Returns what such a pod refers to and may not, as the caller is told. */
    static Optional<String> fault(Map<String, @Nullable Object> spec) {
        if (spec.get("serviceAccountName") instanceof String name && !name.isEmpty()) {
            return Optional.of("a mirror pod may not reference service accounts");
        }
        if (!Trees.structs(spec.get("imagePullSecrets")).isEmpty() || namesSecret(spec)) {
            return Optional.of("a mirror pod may not reference secrets");
        }
        boolean token = Trees.structs(spec.get("volumes")).stream()
                .flatMap(volume -> Trees.asStruct(volume.get("projected")).stream())
                .flatMap(projected -> Trees.structs(projected.get("sources")).stream())
                .anyMatch(source -> source.get("serviceAccountToken") != null);
        return token ? Optional.of("a mirror pod may not use ServiceAccountToken volume projections")
                : Optional.empty();
    }

    private static boolean namesSecret(@Nullable Object value) {
        if (value instanceof List<?> list) {
            return list.stream().anyMatch(MirrorPods::namesSecret);
        }
        return value instanceof Map<?, ?> struct && struct.entrySet().stream().anyMatch(field ->
                field.getValue() != null && SECRET_FIELDS.contains(field.getKey()) || namesSecret(field.getValue()));
    }
}
