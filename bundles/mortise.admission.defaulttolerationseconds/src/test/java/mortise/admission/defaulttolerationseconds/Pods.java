package mortise.admission.defaulttolerationseconds;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.GroupResource;
import mortise.api.GroupVersionKind;
import mortise.spi.admission.AdmissionRequest;
import mortise.spi.admission.AdmissionRequest.Operation;
import mortise.tck.admission.AdmissionSamples;

/** Pods with tolerations. */
final class Pods {

    private static final GroupVersionKind POD = new GroupVersionKind("", "v1", "Pod");

    private Pods() {
    }

    static ApiObject pod(List<Map<String, Object>> tolerations) {
        ApiObject pod = ApiObject.ofKind(POD);
        pod.metadata().setName("p");
        pod.tree().put("spec", new LinkedHashMap<>(tolerations.isEmpty()
                ? Map.of() : Map.of("tolerations", new ArrayList<>(tolerations))));
        return pod;
    }

    static AdmissionRequest creation(ApiObject pod) {
        return AdmissionSamples.request(
                Operation.CREATE, POD, new GroupResource("", "pods"), "p", Optional.of(pod), Optional.empty());
    }

    static AdmissionRequest update(ApiObject pod) {
        return AdmissionSamples.request(Operation.UPDATE, POD, new GroupResource("", "pods"), "p", Optional.of(pod),
                Optional.of(pod.deepCopy()));
    }
}
