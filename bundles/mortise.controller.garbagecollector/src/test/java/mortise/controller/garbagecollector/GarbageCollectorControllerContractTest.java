package mortise.controller.garbagecollector;

import java.util.List;
import mortise.api.ApiObject;
import mortise.spi.controller.Controller;
import mortise.spi.controller.ObjectAccess;
import mortise.tck.controller.ControllerContract;
import mortise.tck.controller.FakeObjectAccess;

class GarbageCollectorControllerContractTest extends ControllerContract {

    @Override
    protected Controller controller() {
        return new GarbageCollectorController(3);
    }

    /** One pod of a foreground deletion, one of an orphaning one, one that keeps an owner and one that has none. */
    @Override
    protected FakeObjectAccess objects() {
        var cluster = new Cluster();
        ApiObject foreground = cluster.pod("foreground");
        cluster.blockingPod("first", foreground);
        ApiObject orphaning = cluster.pod("orphaning");
        cluster.pod("released", orphaning);
        cluster.pod("kept", cluster.node("node"), Cluster.nobody("Pod"));
        cluster.pod("unwanted", Cluster.nobody("Node"));
        cluster.delete("foreground", "Foreground");
        cluster.delete("orphaning", "Orphan");
        return cluster.objects;
    }

    @Override
    protected boolean isDone(ObjectAccess objects) {
        List<ApiObject> pods = objects.list(Cluster.V1, "pods", "");
        return pods.stream().allMatch(pod -> switch (pod.metadata().name()) {
            case "released" -> pod.at("metadata", "ownerReferences") == null;
            case "kept" -> pod.at("metadata", "ownerReferences") instanceof List<?> owners && owners.size() == 1;
            default -> false;
        });
    }
}
