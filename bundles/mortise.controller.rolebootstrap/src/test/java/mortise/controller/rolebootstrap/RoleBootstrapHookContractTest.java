package mortise.controller.rolebootstrap;

import java.util.List;
import mortise.api.ApiObject;
import mortise.spi.operations.PostStartHook;
import mortise.tck.controller.FakeObjectAccess;
import mortise.tck.operations.PostStartHookContract;

class RoleBootstrapHookContractTest extends PostStartHookContract {

    private final FakeObjectAccess objects = RoleBootstrapHookTest.access();

    @Override
    protected PostStartHook hook() {
        return new RoleBootstrapHook(RoleBootstrapHookTest.NAMES, objects);
    }

    @Override
    protected Object outcome() {
        List<List<ApiObject>> all = RoleBootstrapHookTest.RESOURCES.stream()
                .map(resource -> objects.others().list(RoleBootstrapHookTest.V1, resource, "")).toList();
        return all;
    }
}
