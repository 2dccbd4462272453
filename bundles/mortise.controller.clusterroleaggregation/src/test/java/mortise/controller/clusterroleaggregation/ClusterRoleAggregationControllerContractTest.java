package mortise.controller.clusterroleaggregation;

import static mortise.controller.clusterroleaggregation.Roles.V1;

import mortise.spi.controller.Controller;
import mortise.spi.controller.ObjectAccess;
import mortise.spi.operations.ServerNames;
import mortise.tck.controller.ControllerContract;
import mortise.tck.controller.FakeObjectAccess;

class ClusterRoleAggregationControllerContractTest extends ControllerContract {

    @Override
    protected Controller controller() {
        return new ClusterRoleAggregationController(ServerNames.of("k8s.io", "kubernetes.io"));
    }

    @Override
    protected FakeObjectAccess objects() {
        var objects = Roles.access();
        objects.others().create(V1, "clusterroles", Roles.aggregated("sum", "part"));
        objects.others().create(V1, "clusterroles", Roles.role("a", "part", "get"));
        objects.others().create(V1, "clusterroles", Roles.role("b", "part", "list"));
        objects.others().create(V1, "clusterroles", Roles.role("other", "not-a-part", "delete"));
        return objects;
    }

    @Override
    protected boolean isDone(ObjectAccess objects) {
        // Somebody may delete it meanwhile.
        return objects.get(V1, "clusterroles", "", "sum")
                .map(sum -> Roles.verbs(sum).equals("[get, list]")).orElse(true);
    }
}
