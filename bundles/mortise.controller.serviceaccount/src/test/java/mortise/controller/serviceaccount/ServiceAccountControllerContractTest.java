package mortise.controller.serviceaccount;

import mortise.api.ApiObject;
import mortise.api.GroupVersion;
import mortise.spi.controller.Controller;
import mortise.spi.controller.ObjectAccess;
import mortise.tck.controller.ControllerContract;
import mortise.tck.controller.FakeObjectAccess;

class ServiceAccountControllerContractTest extends ControllerContract {

    private static final GroupVersion V1 = new GroupVersion("", "v1");

    @Override
    protected Controller controller() {
        return new ServiceAccountController(true);
    }

    @Override
    protected FakeObjectAccess objects() {
        FakeObjectAccess objects = new FakeObjectAccess().serve(V1, "namespaces").serve(V1, "serviceaccounts");
        for (String name : new String[] {"a", "b"}) {
            objects.others().create(V1, "namespaces", named("Namespace", name));
        }
        return objects;
    }

    static ApiObject named(String kind, String name) {
        ApiObject object = ApiObject.ofKind(V1.kind(kind));
        object.metadata().setName(name);
        return object;
    }

    @Override
    protected boolean isDone(ObjectAccess objects) {
        return objects.list(V1, "namespaces", "").stream().allMatch(namespace ->
                objects.get(V1, "serviceaccounts", namespace.metadata().name(), "default").isPresent());
    }
}
