package mortise.controller.namespace;

import java.util.List;
import mortise.api.ApiObject;
import mortise.api.GroupVersion;
import mortise.spi.controller.Controller;
import mortise.spi.controller.ObjectAccess;
import mortise.tck.controller.ControllerContract;
import mortise.tck.controller.FakeObjectAccess;

class NamespaceControllerContractTest extends ControllerContract {

    static final GroupVersion V1 = new GroupVersion("", "v1");
    static final GroupVersion PLUGGED = new GroupVersion("example.com", "v1alpha1");

    @Override
    protected Controller controller() {
        return new NamespaceController();
    }

    @Override
    protected FakeObjectAccess objects() {
        FakeObjectAccess objects = served();
        namespace(objects, "a");
        objects.others().create(V1, "pods", object("Pod", "a", "p"));
        objects.others().create(V1, "configmaps", object("ConfigMap", "a", "c"));
        objects.others().create(PLUGGED, "gizmos", object("Gizmo", "a", "g"));
        namespace(objects, "b");
        objects.others().delete(V1, "namespaces", "", "a");
        objects.others().delete(V1, "namespaces", "", "b");
        return objects;
    }

    static FakeObjectAccess served() {
        return new FakeObjectAccess().serve(V1, "namespaces", "Namespace", false)
                .serve(V1, "configmaps", "ConfigMap", true).serve(V1, "pods", "Pod", true)
                .serve(V1, "nodes", "Node", false).serve(PLUGGED, "gizmos", "Gizmo", true);
    }

    static void namespace(FakeObjectAccess objects, String name) {
        ApiObject namespace = object("Namespace", "", name);
        namespace.structAt("spec").put("finalizers", List.of("kubernetes"));
        objects.others().create(V1, "namespaces", namespace);
    }

    static ApiObject object(String kind, String namespace, String name) {
        ApiObject object = ApiObject.ofKind(V1.kind(kind));
        if (!namespace.isEmpty()) {
            object.metadata().setNamespace(namespace);
        }
        object.metadata().setName(name);
        return object;
    }

    @Override
    protected boolean isDone(ObjectAccess objects) {
        return objects.list(V1, "namespaces", "").isEmpty() && objects.list(V1, "configmaps", "").isEmpty();
    }
}
