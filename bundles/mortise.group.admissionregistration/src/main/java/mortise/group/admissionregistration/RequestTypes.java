package mortise.group.admissionregistration;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mortise.core.expression.ExpressionType;

/** What expressions see of a request and of its namespace. */
final class RequestTypes {

    private static final ExpressionType TEXTS = ExpressionType.list(ExpressionType.STRING);

    static final ExpressionType REQUEST = request();
    static final ExpressionType NAMESPACE = namespace();

    private RequestTypes() {
    }

    private static ExpressionType request() {
        ExpressionType kind = texts("kubernetes.GroupVersionKind", "group", "version", "kind");
        ExpressionType resource = texts("kubernetes.GroupVersionResource", "group", "version", "resource");
        Map<String, ExpressionType> user = textFields("username", "uid");
        user.put("groups", TEXTS);
        user.put("extra", ExpressionType.map(TEXTS));
        Map<String, ExpressionType> fields = textFields("uid", "subResource", "requestSubResource", "name", "namespace",
                "operation");
        fields.put("kind", kind);
        fields.put("requestKind", kind);
        fields.put("resource", resource);
        fields.put("requestResource", resource);
        fields.put("userInfo", ExpressionType.object("kubernetes.UserInfo", () -> user));
        fields.put("dryRun", ExpressionType.BOOL);
        fields.put("options", ExpressionType.DYN);
        return ExpressionType.object("kubernetes.AdmissionRequest", () -> fields);
    }

    private static ExpressionType namespace() {
        Map<String, ExpressionType> meta = textFields("name", "generateName", "namespace", "UID", "resourceVersion");
        meta.put("labels", ExpressionType.map(ExpressionType.STRING));
        meta.put("annotations", ExpressionType.map(ExpressionType.STRING));
        meta.put("creationTimestamp", ExpressionType.TIMESTAMP);
        meta.put("deletionTimestamp", ExpressionType.TIMESTAMP);
        meta.put("deletionGracePeriodSeconds", ExpressionType.INT);
        meta.put("generation", ExpressionType.INT);
        meta.put("finalizers", TEXTS);
        Map<String, ExpressionType> fields = Map.of(
                "metadata", ExpressionType.object("kubernetes.NamespaceMetadata", () -> meta),
                "spec", ExpressionType.object("kubernetes.NamespaceSpec", () -> Map.of("finalizers", TEXTS)),
                "status", texts("kubernetes.NamespaceStatus", "phase"));
        return ExpressionType.object("kubernetes.Namespace", () -> fields);
    }

    private static ExpressionType texts(String name, String... fields) {
        Map<String, ExpressionType> types = textFields(fields);
        return ExpressionType.object(name, () -> types);
    }

    private static Map<String, ExpressionType> textFields(String... names) {
        var fields = new LinkedHashMap<String, ExpressionType>();
        List.of(names).forEach(name -> fields.put(name, ExpressionType.STRING));
        return fields;
    }
}
