package mortise.core.workload;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import mortise.core.schema.Amounts;
import mortise.core.schema.FieldView;
import mortise.core.schema.Names;

/** References to fields of the pod itself, from environment variables and files. */
final class FieldReferences {

    /** Fields that an environment variable may have the value of. */
    static final List<String> VARIABLE_FIELDS = List.of("metadata.name", "metadata.namespace", "metadata.uid",
            "spec.nodeName", "spec.serviceAccountName", "status.hostIP", "status.hostIPs", "status.podIP",
            "status.podIPs");
    /** Fields that a file may have the value of. */
    static final List<String> VOLUME_FIELDS = List.of("metadata.annotations", "metadata.labels", "metadata.name",
            "metadata.namespace", "metadata.uid");

    private static final Set<String> KNOWN_FIELDS = Set.of("metadata.annotations", "metadata.labels", "metadata.name",
            "metadata.namespace", "metadata.uid", "spec.nodeName", "spec.restartPolicy", "spec.serviceAccountName",
            "spec.schedulerName", "status.phase", "status.hostIP", "status.hostIPs", "status.podIP", "status.podIPs");
    private static final List<String> RESOURCES = List.of("limits.cpu", "limits.ephemeral-storage", "limits.memory",
            "requests.cpu", "requests.ephemeral-storage", "requests.memory");
    private static final String BINARY_UNITS = "1, 1k, 1M, 1G, 1T, 1P, 1E, 1Ki, 1Mi, 1Gi, 1Ti, 1Pi, 1Ei";
    private static final String CONVERTING = "error converting fieldPath: ";

    private FieldReferences() {
    }

    /** Checks a {@code core.v1.ObjectFieldSelector} that may name one of {@code allowed}, or a label or annotation. */
    static void field(FieldView reference, List<String> allowed) {
        FieldView version = reference.at("apiVersion");
        FieldView path = reference.at("fieldPath");
        if (version.text().isEmpty() || path.text().isEmpty()) {
            (version.text().isEmpty() ? version : path).required("");
            return;
        }
        if (!version.text().equals("v1")) {
            path.invalid(CONVERTING + "unsupported pod version: " + version.text());
            return;
        }
        String text = path.text();
        int bracket = text.indexOf("['");
        if (bracket > 0 && text.endsWith("']") && text.length() >= bracket + 4) {
            subscript(reference, path, text.substring(0, bracket), text.substring(bracket + 2, text.length() - 2));
            return;
        }
        String field = text.equals("spec.host") ? "spec.nodeName" : text;
        if (!KNOWN_FIELDS.contains(field)) {
            path.invalid(CONVERTING + "field label not supported: " + text);
        } else if (!allowed.contains(field)) {
            path.with(field).notSupported(allowed.toArray(String[]::new));
        }
    }

    private static void subscript(FieldView reference, FieldView path, String field, String key) {
        switch (field) {
            case "metadata.annotations" -> reference.with(key.toLowerCase(Locale.ROOT)).checkAll(Names::qualified);
            case "metadata.labels" -> reference.with(key).checkAll(Names::qualified);
            default -> path.invalid(CONVERTING + "field label does not support subscript: " + path.text());
        }
    }

    /** Checks a {@code core.v1.ResourceFieldSelector}; in a file it must name the container. */
    static void resource(FieldView reference, boolean inFile) {
        FieldView resource = reference.at("resource");
        String name = resource.text();
        if (inFile && reference.at("containerName").text().isEmpty()) {
            reference.at("containerName").required("");
        } else if (name.isEmpty()) {
            resource.required("");
        } else if (!RESOURCES.contains(name) && !isHugePages(name)) {
            resource.notSupported(RESOURCES.toArray(String[]::new));
        }
        FieldView divisor = reference.at("divisor");
        if (Amounts.of(divisor.value()).signum() != 0) {
            divisor(divisor, name);
        }
    }

    private static boolean isHugePages(String name) {
        return name.startsWith("requests.hugepages-") || name.startsWith("limits.hugepages-");
    }

    private static void divisor(FieldView divisor, String resource) {
        String text = String.valueOf(divisor.value());
        if (resource.endsWith(".cpu")) {
            if (!text.equals("1m") && !text.equals("1")) {
                divisor.invalid(resource, "only divisor's values 1m and 1 are supported with the cpu resource");
            }
            return;
        }
        String kind = resource.endsWith(".memory") ? "memory"
                : resource.endsWith(".ephemeral-storage") ? "local ephemeral storage"
                : isHugePages(resource) ? "hugepages" : "";
        if (!kind.isEmpty() && !List.of(BINARY_UNITS.split(", ")).contains(text)) {
            divisor.invalid(resource,
                    "only divisor's values " + BINARY_UNITS + " are supported with the " + kind + " resource");
        }
    }
}
