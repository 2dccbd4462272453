package mortise.controller.flowcontrol;

import java.util.List;
import mortise.spi.operations.PostStartHook;
import mortise.tck.controller.FakeObjectAccess;
import mortise.tck.operations.PostStartHookContract;

class FlowControlHookContractTest extends PostStartHookContract {

    private final FakeObjectAccess objects = FlowControlControllerContractTest.served();

    @Override
    protected PostStartHook hook() {
        return new FlowControlHook(FlowControlControllerContractTest.NAMES, objects);
    }

    @Override
    protected Object outcome() {
        return List.of(objects.others().list(FlowControlControllerContractTest.V1, Initial.LEVELS, ""),
                objects.others().list(FlowControlControllerContractTest.V1, Initial.SCHEMAS, ""));
    }
}
