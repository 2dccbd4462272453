package mortise.tck.admission;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.GroupResource;
import mortise.api.GroupVersionKind;
import mortise.api.UserInfo;
import mortise.spi.admission.AdmissionRequest;
import mortise.spi.admission.AdmissionRequest.Operation;
import org.jspecify.annotations.Nullable;

/** Writes to show to an admission plug-in. */
public final class AdmissionSamples {

    private static final GroupVersionKind POD = new GroupVersionKind("", "v1", "Pod");
    private static final GroupResource PODS = new GroupResource("", "pods");
    private static final UserInfo USER = UserInfo.of("pat", "devs", UserInfo.AUTHENTICATED);

    private AdmissionSamples() {
    }

    /** Returns a write of a namespaced object in namespace {@code ns}. */
    public static AdmissionRequest request(Operation operation, GroupVersionKind kind, GroupResource resource,
            String name, Optional<ApiObject> object, Optional<ApiObject> oldObject) {
        return new AdmissionRequest(operation, USER, kind, resource, "", "ns", name, object, oldObject, false);
    }

    /** Returns writes of every operation, with ordinary and with odd objects. */
    static List<AdmissionRequest> all() {
        List<AdmissionRequest> requests = new ArrayList<>();
        for (ApiObject object : objects()) {
            requests.add(request(Operation.CREATE, POD, PODS, "web", Optional.of(object), Optional.empty()));
            requests.add(request(Operation.CREATE, POD, PODS, "", Optional.of(object.deepCopy()), Optional.empty()));
            requests.add(request(Operation.UPDATE, POD, PODS, "web",
                    Optional.of(object.deepCopy()), Optional.of(object.deepCopy())));
            requests.add(request(Operation.DELETE, POD, PODS, "web", Optional.empty(), Optional.of(object.deepCopy())));
        }
        requests.add(request(Operation.DELETE, POD, PODS, "web", Optional.empty(), Optional.empty()));
        requests.add(request(Operation.CONNECT, POD, PODS, "web", Optional.empty(), Optional.empty()));
        requests.add(subresource("status"));
        requests.add(subresource("odd/one"));
        return requests;
    }

    /** Returns the same write on objects of its own. */
    static AdmissionRequest copy(AdmissionRequest request, boolean dryRun) {
        return new AdmissionRequest(request.operation(), request.user(), request.kind(), request.resource(),
                request.subresource(), request.namespace(), request.name(), request.object().map(ApiObject::deepCopy),
                request.oldObject().map(ApiObject::deepCopy), dryRun, request.options().map(ApiObject::deepCopy),
                request.reinvocation());
    }

    private static AdmissionRequest subresource(String subresource) {
        ApiObject object = pod(Map.of());
        return new AdmissionRequest(Operation.UPDATE, USER, POD, PODS, subresource, "ns", "web", Optional.of(object),
                Optional.of(object.deepCopy()), false);
    }

    /** A server without a schema hands on whatever a client wrote, so fields may have any type. */
    private static List<ApiObject> objects() {
        Map<String, @Nullable Object> nothing = new LinkedHashMap<>();
        nothing.put("spec", null);
        return List.of(
                pod(Map.of()),
                pod(Map.of("spec", new LinkedHashMap<>(Map.of("containers",
                        new ArrayList<>(List.of(new LinkedHashMap<>(Map.of("name", "a", "image", "b")))))))),
                pod(nothing),
                pod(Map.of("spec", "a text")),
                pod(Map.of("spec", new ArrayList<>(List.of(1L, 2.5, true)))));
    }

    private static ApiObject pod(Map<String, ? extends @Nullable Object> fields) {
        ApiObject object = ApiObject.ofKind(POD);
        object.tree().put("metadata", new LinkedHashMap<>(Map.of("name", "web", "namespace", "ns")));
        object.tree().putAll(fields);
        return object;
    }
}
