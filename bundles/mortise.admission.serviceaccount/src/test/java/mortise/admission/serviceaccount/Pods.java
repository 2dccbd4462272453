package mortise.admission.serviceaccount;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.GroupResource;
import mortise.api.GroupVersion;
import mortise.api.GroupVersionKind;
import mortise.spi.admission.AdmissionRequest;
import mortise.spi.admission.AdmissionRequest.Operation;
import mortise.spi.controller.ObjectAccess;
import mortise.tck.admission.AdmissionSamples;
import mortise.tck.controller.FakeObjectAccess;
import org.jspecify.annotations.Nullable;

/** Pods and service accounts of namespace {@code ns}. */
final class Pods {

    static final GroupVersion V1 = new GroupVersion("", "v1");
    static final String ACCOUNTS = "serviceaccounts";

    private static final GroupVersionKind POD = V1.kind("Pod");

    private Pods() {
    }

    static FakeObjectAccess server() {
        return new FakeObjectAccess().serve(V1, ACCOUNTS);
    }

    static void account(ObjectAccess objects, String name, Map<String, @Nullable Object> fields) {
        ApiObject account = ApiObject.ofKind(V1.kind("ServiceAccount"));
        account.metadata().setNamespace("ns");
        account.metadata().setName(name);
        account.tree().putAll(fields);
        objects.create(V1, ACCOUNTS, account);
    }

    static Map<String, @Nullable Object> container(String name) {
        return Trees.struct("name", name, "image", "img:1");
    }

    /** A pod with one container and more fields. */
    static ApiObject pod(Map<String, @Nullable Object> spec) {
        ApiObject pod = ApiObject.ofKind(POD);
        pod.metadata().setName("p");
        pod.metadata().setNamespace("ns");
        Map<String, @Nullable Object> all = new LinkedHashMap<>(spec);
        all.putIfAbsent("containers", Trees.list(container("c")));
        pod.tree().put("spec", all);
        return pod;
    }

    static AdmissionRequest creation(ApiObject pod) {
        return AdmissionSamples.request(Operation.CREATE, POD, new GroupResource("", "pods"),
                pod.metadata().name(), Optional.of(pod), Optional.empty());
    }

    static Map<String, @Nullable Object> spec(ApiObject pod) {
        return pod.structAt("spec");
    }

    static List<Map<String, @Nullable Object>> structs(ApiObject pod, String field) {
        return Trees.structs(spec(pod).get(field));
    }
}
