package mortise.admission.namespacelifecycle;

import java.util.List;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.GroupResource;
import mortise.api.GroupVersion;
import mortise.api.UserInfo;
import mortise.spi.admission.AdmissionRequest;
import mortise.spi.admission.AdmissionRequest.Operation;
import mortise.tck.controller.FakeObjectAccess;

/** Namespaces, and writes in them. */
final class Samples {

    static final GroupVersion V1 = new GroupVersion("", "v1");

    private static final UserInfo USER = UserInfo.of("pat");

    private Samples() {
    }

    static FakeObjectAccess server() {
        return new FakeObjectAccess().serve(V1, "namespaces");
    }

    static void create(FakeObjectAccess server, String name) {
        server.others().create(V1, "namespaces", namespace(name));
    }

    /** Creates a namespace that is on its way out. */
    static void createLeaving(FakeObjectAccess server, String name) {
        ApiObject namespace = namespace(name);
        namespace.metadata().setFinalizers(List.of("kit.io/x"));
        server.others().create(V1, "namespaces", namespace);
        server.others().delete(V1, "namespaces", "", name);
    }

    private static ApiObject namespace(String name) {
        ApiObject namespace = ApiObject.ofKind(V1.kind("Namespace"));
        namespace.metadata().setName(name);
        return namespace;
    }

    static AdmissionRequest write(Operation operation, String resource, String namespace, String name) {
        ApiObject object = ApiObject.ofKind(V1.kind("Thing"));
        object.metadata().setName(name);
        object.metadata().setNamespace(namespace);
        Optional<ApiObject> wanted = operation == Operation.DELETE ? Optional.empty() : Optional.of(object);
        Optional<ApiObject> old = operation == Operation.CREATE ? Optional.empty() : Optional.of(object.deepCopy());
        return new AdmissionRequest(operation, USER, V1.kind("Thing"), new GroupResource("", resource), "", namespace,
                name, wanted, old, false);
    }
}
