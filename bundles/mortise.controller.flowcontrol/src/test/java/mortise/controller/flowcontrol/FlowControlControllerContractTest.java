package mortise.controller.flowcontrol;

import java.time.Duration;
import java.time.InstantSource;
import mortise.api.ApiObject;
import mortise.api.GroupVersion;
import mortise.spi.controller.Controller;
import mortise.spi.controller.ObjectAccess;
import mortise.spi.operations.ServerNames;
import mortise.tck.controller.ControllerContract;
import mortise.tck.controller.FakeObjectAccess;

class FlowControlControllerContractTest extends ControllerContract {

    static final GroupVersion V1 = new GroupVersion("flowcontrol.apiserver.k8s.io", "v1");
    static final ServerNames NAMES = ServerNames.of("k8s.io", "kubernetes.io");

    static FakeObjectAccess served() {
        return new FakeObjectAccess().serve(V1, Initial.LEVELS).serve(V1, Initial.SCHEMAS);
    }

    static ApiObject schema(String name, String level) {
        ApiObject schema = ApiObject.ofKind(V1.kind("FlowSchema"));
        schema.metadata().setName(name);
        schema.structAt("spec").put("priorityLevelConfiguration", Specs.struct("name", level));
        return schema;
    }

    @Override
    protected Controller controller() {
        return new FlowControlController(NAMES, InstantSource.system(), Duration.ofMillis(1));
    }

    @Override
    protected FakeObjectAccess objects() {
        FakeObjectAccess objects = served();
        objects.others().create(V1, Initial.SCHEMAS, schema("theirs", "nowhere"));
        return objects;
    }

    @Override
    protected boolean isDone(ObjectAccess objects) {
        boolean complete = Initial.all("k8s.io").stream()
                .allMatch(wanted -> objects.get(V1, wanted.resource(), "", wanted.name()).isPresent());
        return complete && objects.list(V1, Initial.SCHEMAS, "").stream()
                .allMatch(schema -> schema.at("status", "conditions") != null);
    }
}
