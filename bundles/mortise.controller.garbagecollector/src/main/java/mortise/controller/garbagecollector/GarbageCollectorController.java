package mortise.controller.garbagecollector;

import java.time.InstantSource;
import mortise.spi.controller.Controller;
import mortise.spi.controller.ObjectAccess;
import mortise.spi.controller.ObjectChanges;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.metatype.annotations.Designate;

/** Deletes objects whose owners are gone, and deletes or releases those of owners that go. */
@Component(name = "mortise.controller.garbagecollector", property = {
    Controller.NAME + "=garbage-collector-controller", Controller.ALIAS + "=garbagecollector",
    Controller.ACCOUNT + "=generic-garbage-collector"})
@Designate(ocd = GarbageCollectorConfig.class)
public final class GarbageCollectorController implements Controller {

    private final int workersMax;

    @Activate
    public GarbageCollectorController(GarbageCollectorConfig config) {
        this(config.concurrent_gc_syncs());
    }

    /** Makes the controller for tests. */
    GarbageCollectorController(int workersMax) {
        this.workersMax = Math.max(1, Math.min(workersMax, 1000));
    }

    @Override
    public void run(ObjectAccess access) throws InterruptedException {
        // Made anew each time: what is remembered may not be true any more.
        var graph = new Graph();
        var objects = new LiveObjects(access);
        var reports = new InvalidOwners(objects, InstantSource.system());
        try (ObjectChanges changes = access.follow(); var workers = new Workers(workersMax)) {
            workers.employ(new Collector(graph, objects, reports, workers::add)::work);
            new GraphKeeper(access, changes, graph, workers).run();
        }
    }
}
