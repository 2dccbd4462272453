package mortise.controller.systempriorities;

import mortise.api.GroupVersion;
import mortise.spi.operations.PostStartHook;
import mortise.spi.operations.ServerNames;
import mortise.tck.controller.FakeObjectAccess;
import mortise.tck.operations.PostStartHookContract;

class SystemPrioritiesHookContractTest extends PostStartHookContract {

    private static final GroupVersion V1 = new GroupVersion("scheduling.k8s.io", "v1");

    private final FakeObjectAccess objects = new FakeObjectAccess().serve(V1, SystemPrioritiesHook.RESOURCE);

    @Override
    protected PostStartHook hook() {
        return new SystemPrioritiesHook(ServerNames.of("k8s.io", "kubernetes.io"), objects);
    }

    @Override
    protected Object outcome() {
        return objects.others().list(V1, SystemPrioritiesHook.RESOURCE, "");
    }
}
