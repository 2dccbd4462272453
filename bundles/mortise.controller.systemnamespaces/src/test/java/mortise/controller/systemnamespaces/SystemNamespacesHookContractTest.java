package mortise.controller.systemnamespaces;

import mortise.api.GroupVersion;
import mortise.spi.operations.PostStartHook;
import mortise.tck.controller.FakeObjectAccess;
import mortise.tck.operations.PostStartHookContract;

class SystemNamespacesHookContractTest extends PostStartHookContract {

    private static final GroupVersion V1 = new GroupVersion("", "v1");

    private final FakeObjectAccess objects = new FakeObjectAccess().serve(V1, "namespaces");

    @Override
    protected PostStartHook hook() {
        return new SystemNamespacesHook(objects);
    }

    @Override
    protected Object outcome() {
        return objects.others().list(V1, "namespaces", "");
    }
}
