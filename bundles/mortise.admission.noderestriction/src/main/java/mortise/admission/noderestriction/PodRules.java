package mortise.admission.noderestriction;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import mortise.api.ApiObject;
import mortise.spi.admission.AdmissionRequest;
import mortise.spi.admission.AdmissionRequest.Operation;
import mortise.spi.operations.ServerNames;
import org.jspecify.annotations.Nullable;

/**
 * What a node may do with pods: show what it runs anyway as mirror pods, which refer to nothing; delete and evict pods
 * that are bound to it, and write their status.
 */
final class PodRules {

    /** Fields of volumes that name a secret. */
    private static final List<List<String>> VOLUME_SECRETS = List.of(List.of("secret"),
            List.of("azureFile", "secretName"), List.of("cephfs", "secretRef"), List.of("cinder", "secretRef"),
            List.of("csi", "nodePublishSecretRef"), List.of("flexVolume", "secretRef"), List.of("iscsi", "secretRef"),
            List.of("rbd", "secretRef"), List.of("scaleIO", "secretRef"), List.of("storageos", "secretRef"));
    private static final String EXTENDED_CLAIM = "extendedResourceClaimStatus";
    private static final List<String> CONTAINERS = List.of("initContainers", "containers", "ephemeralContainers");

    private final Lookup lookup;
    private final String mirror;

    PodRules(Lookup lookup, ServerNames names) {
        this.lookup = lookup;
        mirror = names.labelDomain() + "/config.mirror";
    }

    /** Returns why a node may not do this; nothing when it may. */
    Optional<String> fault(String node, AdmissionRequest request) {
        Operation operation = request.operation();
        return switch (request.subresource()) {
            case "" -> pod(node, request);
            case "status" -> operation == Operation.UPDATE ? status(node, request) : unexpected(operation);
            case "eviction" -> operation == Operation.CREATE ? eviction(node, request) : unexpected(operation);
            default -> Optional.of("unexpected pod subresource \"" + request.subresource()
                    + "\", only 'status' and 'eviction' are allowed");
        };
    }

    private static Optional<String> unexpected(Operation operation) {
        return Optional.of("unexpected operation \"" + operation + "\"");
    }

    private Optional<String> pod(String node, AdmissionRequest request) {
        if (request.operation() == Operation.CREATE && request.object().isPresent()) {
            return created(node, request.object().get());
        }
        if (request.operation() != Operation.DELETE) {
            return Optional.of("unexpected operation \"" + request.operation() + "\", node \"" + node
                    + "\" can only create and delete mirror pods");
        }
        ApiObject pod = request.oldObject()
                .orElseGet(() -> lookup.require("pods", request.namespace(), request.name()));
        return isOn(node, pod) ? Optional.empty()
                : Optional.of("node \"" + node + "\" can only delete pods with spec.nodeName set to itself");
    }

    private static boolean isOn(String node, ApiObject pod) {
        return Trees.text(pod.tree(), "spec", "nodeName").equals(node);
    }

    private Optional<String> created(String node, ApiObject pod) {
        if (Trees.at(pod.tree(), "metadata", "annotations", mirror) == null) {
            return Optional.of("pod does not have \"" + mirror + "\" annotation, node \"" + node
                    + "\" can only create mirror pods");
        }
        if (!isOn(node, pod)) {
            return Optional.of("node \"" + node + "\" can only create pods with spec.nodeName set to itself");
        }
        Object spec = pod.tree().get("spec");
        return owner(node, Trees.structs(Trees.at(pod.tree(), "metadata", "ownerReferences")))
                .or(() -> reference(spec).map(what -> "node \"" + node + "\" can not create pods that reference "
                        + what));
    }

    private Optional<String> owner(String node, List<Map<?, ?>> owners) {
        String only = "node \"" + node + "\" can only create pods with ";
        if (owners.size() > 1) {
            return Optional.of(only + "a single owner reference set to itself");
        }
        if (owners.isEmpty() || !Trees.text(owners.get(0), "apiVersion").equals("v1")
                || !Trees.text(owners.get(0), "kind").equals("Node")
                || !Trees.text(owners.get(0), "name").equals(node)) {
            return Optional.of(only + "an owner reference set to itself");
        }
        Map<?, ?> owner = owners.get(0);
        if (!Boolean.TRUE.equals(owner.get("controller"))) {
            return Optional.of(only + "a controller owner reference set to itself");
        }
        if (Boolean.TRUE.equals(owner.get("blockOwnerDeletion"))) {
            return Optional.of("node \"" + node + "\" must not set blockOwnerDeletion on an owner reference");
        }
        String uid = lookup.require("nodes", "", node).metadata().uid();
        return Trees.text(owner, "uid").equals(uid) ? Optional.empty() : Optional.of("node " + node
                + " UID mismatch: expected " + Trees.text(owner, "uid") + " got " + uid);
    }

    /** Returns what other objects a pod refers to; it would give the node the right to read them. */
    private static Optional<String> reference(@Nullable Object spec) {
        if (!Trees.text(spec, "serviceAccountName").isEmpty()) {
            return Optional.of("a service account");
        }
        if (secrets(spec)) {
            return Optional.of("secrets");
        }
        if (configMaps(spec)) {
            return Optional.of("configmaps");
        }
        if (sources(spec, "clusterTrustBundle")) {
            return Optional.of("clustertrustbundles");
        }
        if (volumes(spec).anyMatch(volume -> volume.get("persistentVolumeClaim") != null)) {
            return Optional.of("persistentvolumeclaims");
        }
        return Trees.isEmpty(Trees.at(spec, "resourceClaims")) ? Optional.empty() : Optional.of("resourceclaims");
    }

    private static Stream<Map<?, ?>> volumes(@Nullable Object spec) {
        return Trees.structs(Trees.at(spec, "volumes")).stream();
    }

    private static boolean sources(@Nullable Object spec, String type) {
        return volumes(spec).flatMap(volume -> Trees.structs(Trees.at(volume, "projected", "sources")).stream())
                .anyMatch(source -> source.get(type) != null);
    }

    private static boolean secrets(@Nullable Object spec) {
        return !Trees.structs(Trees.at(spec, "imagePullSecrets")).isEmpty() || sources(spec, "secret")
                || environment(spec, "secretKeyRef", "secretRef") || volumes(spec).anyMatch(volume ->
                        VOLUME_SECRETS.stream().anyMatch(path ->
                                !Trees.isEmpty(Trees.at(volume, path.toArray(String[]::new)))));
    }

    private static boolean configMaps(@Nullable Object spec) {
        return sources(spec, "configMap") || environment(spec, "configMapKeyRef", "configMapRef")
                || volumes(spec).anyMatch(volume -> volume.get("configMap") != null);
    }

    private static boolean environment(@Nullable Object spec, String keyReference, String reference) {
        return CONTAINERS.stream().flatMap(list -> Trees.structs(Trees.at(spec, list)).stream()).anyMatch(container ->
                Trees.structs(container.get("env")).stream()
                        .anyMatch(variable -> Trees.at(variable, "valueFrom", keyReference) != null)
                || Trees.structs(container.get("envFrom")).stream().anyMatch(from -> from.get(reference) != null));
    }

    private static Optional<String> status(String node, AdmissionRequest request) {
        Object before = request.oldObject().map(ApiObject::tree).orElse(null);
        Object after = request.object().map(ApiObject::tree).orElse(null);
        if (!Trees.text(before, "spec", "nodeName").equals(node)) {
            return Optional.of("node \"" + node
                    + "\" can only update pod status for pods with spec.nodeName set to itself");
        }
        if (!sameLabels(Trees.at(before, "metadata", "labels"), Trees.at(after, "metadata", "labels"))) {
            return Optional.of("node \"" + node + "\" cannot update labels through pod status");
        }
        // They give the node the right to read claims.
        if (!claims(before).equals(claims(after))) {
            return Optional.of("node \"" + node + "\" cannot update resource claim statues");
        }
        return Objects.equals(Trees.at(before, "status", EXTENDED_CLAIM), Trees.at(after, "status", EXTENDED_CLAIM))
                ? Optional.empty()
                : Optional.of("node \"" + node + "\" cannot update extended resource claim status");
    }

    private static boolean sameLabels(@Nullable Object before, @Nullable Object after) {
        return Trees.isEmpty(before) ? Trees.isEmpty(after) : Objects.equals(before, after);
    }

    private static List<List<String>> claims(@Nullable Object pod) {
        return Trees.structs(Trees.at(pod, "status", "resourceClaimStatuses")).stream()
                .map(claim -> List.of(Trees.text(claim, "name"), String.valueOf(claim.get("resourceClaimName"))))
                .toList();
    }

    private Optional<String> eviction(String node, AdmissionRequest request) {
        String name = !request.name().isEmpty() ? request.name()
                : request.object().map(eviction -> eviction.textAt("metadata", "name")).orElse("");
        if (name.isEmpty()) {
            return Optional.of("could not determine pod from request data");
        }
        return isOn(node, lookup.require("pods", request.namespace(), name)) ? Optional.empty()
                : Optional.of("node " + node + " can only evict pods with spec.nodeName set to itself");
    }
}
