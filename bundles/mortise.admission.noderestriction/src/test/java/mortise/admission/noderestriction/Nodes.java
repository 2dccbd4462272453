package mortise.admission.noderestriction;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.GroupResource;
import mortise.api.GroupVersion;
import mortise.api.GroupVersionKind;
import mortise.api.UserInfo;
import mortise.spi.admission.AdmissionRequest;
import mortise.spi.admission.AdmissionRequest.Operation;
import mortise.spi.operations.ServerNames;
import mortise.tck.controller.FakeObjectAccess;
import org.jspecify.annotations.Nullable;

/** Writes of nodes for tests; trees in the notation of {@link Map#of} and {@link List#of}. */
final class Nodes {

    static final ServerNames NAMES = ServerNames.of("k8s.io", "kubernetes.io");
    static final GroupVersion CORE = new GroupVersion("", "v1");
    static final GroupVersion STORAGE = new GroupVersion("storage.k8s.io", "v1");
    static final UserInfo N1 = UserInfo.of("system:node:n1", "system:nodes", UserInfo.AUTHENTICATED);

    private Nodes() {
    }

    static FakeObjectAccess access() {
        return new FakeObjectAccess().serve(CORE, "pods", "Pod", true).serve(CORE, "nodes", "Node", false)
                .serve(CORE, "persistentvolumeclaims", "PersistentVolumeClaim", true)
                .serve(CORE, "persistentvolumes", "PersistentVolume", false)
                .serve(STORAGE, "csidrivers", "CSIDriver", false);
    }

    static AdmissionRequest create(String group, String resource, String subresource, String name,
            Map<String, ?> object) {
        return request(Operation.CREATE, group, resource, subresource, name, null, object);
    }

    static AdmissionRequest update(String group, String resource, String subresource, String name,
            Map<String, ?> before, Map<String, ?> after) {
        return request(Operation.UPDATE, group, resource, subresource, name, before, after);
    }

    static AdmissionRequest delete(String group, String resource, String name, Map<String, ?> before) {
        return request(Operation.DELETE, group, resource, "", name, before, null);
    }

    static AdmissionRequest request(Operation operation, String group, String resource, String subresource, String name,
            @Nullable Map<String, ?> before, @Nullable Map<String, ?> after) {
        return new AdmissionRequest(operation, N1, new GroupVersionKind(group, "v1", "X"),
                new GroupResource(group, resource), subresource, namespace(resource), name,
                Optional.ofNullable(after).map(Nodes::object), Optional.ofNullable(before).map(Nodes::object), false);
    }

    private static String namespace(String resource) {
        return switch (resource) {
            case "pods", "serviceaccounts", "persistentvolumeclaims" -> "ns";
            case "leases" -> "kube-node-lease";
            default -> "";
        };
    }

    static ApiObject object(Map<String, ?> fields) {
        return new ApiObject(struct(fields));
    }

    @SuppressWarnings("unchecked")
    private static Map<String, @Nullable Object> struct(Map<String, ?> fields) {
        return (Map<String, @Nullable Object>) changeable(fields);
    }

    private static Object changeable(Object value) {
        if (value instanceof Map<?, ?> map) {
            var copy = new LinkedHashMap<String, @Nullable Object>();
            map.forEach((key, field) -> copy.put((String) key, changeable(field)));
            return copy;
        }
        if (value instanceof List<?> list) {
            var copy = new ArrayList<@Nullable Object>();
            list.forEach(item -> copy.add(changeable(item)));
            return copy;
        }
        return value;
    }

    /** Returns an object of a name with a spec. */
    static Map<String, Object> named(String name, Map<String, ?> spec) {
        return Map.of("apiVersion", "v1", "kind", "X", "metadata", Map.of("name", name), "spec", spec);
    }
}
