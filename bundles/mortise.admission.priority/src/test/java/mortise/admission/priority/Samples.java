package mortise.admission.priority;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.GroupResource;
import mortise.api.GroupVersion;
import mortise.spi.admission.AdmissionRequest;
import mortise.spi.admission.AdmissionRequest.Operation;
import mortise.spi.controller.ObjectAccess;
import mortise.spi.operations.ServerNames;
import mortise.tck.admission.AdmissionSamples;
import mortise.tck.controller.FakeObjectAccess;

/** Pods and priority classes. */
final class Samples {

    static final ServerNames NAMES = ServerNames.of("k8s.io", "kubernetes.io");
    static final GroupVersion V1 = new GroupVersion("scheduling.k8s.io", "v1");
    static final String CLASSES = "priorityclasses";

    private static final GroupVersion CORE = new GroupVersion("", "v1");

    private Samples() {
    }

    static FakeObjectAccess server() {
        return new FakeObjectAccess().serve(V1, CLASSES);
    }

    static ApiObject priorityClass(String name, long value, Map<String, Object> fields) {
        ApiObject made = ApiObject.ofKind(V1.kind("PriorityClass"));
        made.metadata().setName(name);
        made.tree().put("value", value);
        made.tree().putAll(fields);
        return made;
    }

    static void store(ObjectAccess objects, ApiObject priorityClass) {
        objects.create(V1, CLASSES, priorityClass);
    }

    static AdmissionRequest ofClass(Operation operation, ApiObject object) {
        return AdmissionSamples.request(operation, V1.kind("PriorityClass"), new GroupResource(V1.group(), CLASSES),
                object.metadata().name(), Optional.of(object), Optional.empty());
    }

    static AdmissionRequest deletion(String name) {
        return AdmissionSamples.request(Operation.DELETE, V1.kind("PriorityClass"),
                new GroupResource(V1.group(), CLASSES), name, Optional.empty(), Optional.empty());
    }

    static ApiObject pod(Map<String, Object> spec) {
        ApiObject pod = ApiObject.ofKind(CORE.kind("Pod"));
        pod.metadata().setName("p");
        pod.metadata().setNamespace("ns");
        pod.tree().put("spec", new LinkedHashMap<>(spec));
        return pod;
    }

    static AdmissionRequest ofPod(Operation operation, ApiObject pod, Optional<ApiObject> old) {
        return AdmissionSamples.request(
                operation, CORE.kind("Pod"), new GroupResource("", "pods"), "p", Optional.of(pod), old);
    }
}
