package mortise.controller.flowcontrol;

import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import mortise.spi.controller.Controller;
import mortise.spi.controller.Followed;
import mortise.spi.controller.ObjectAccess;
import mortise.spi.controller.ObjectChange;
import mortise.spi.controller.ObjectChanges;
import mortise.spi.operations.ServerNames;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * Puts the objects that flow control begins with back when somebody changes or deletes them, and says of each flow
 * schema whether its priority level is there.
 */
@Component(property = Controller.NAME + "=priority-and-fairness")
public final class FlowControlController implements Controller {

    /** Nothing depends on it: changes end the wait. */
    private static final Duration WAIT = Duration.ofMinutes(1);
    /** Least time between two rounds of putting back, so that two servers that disagree do not keep each other busy. */
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final InitialObjects initial;
    private final Dangling dangling;
    private final Followed schemas;
    private final Followed levels;
    private final Duration pause;

    @Activate
    public FlowControlController(@Reference ServerNames names) {
        this(names, InstantSource.system(), PAUSE);
    }

    FlowControlController(ServerNames names, InstantSource clock, Duration pause) {
        this.initial = new InitialObjects(names);
        this.dangling = new Dangling(InitialObjects.version(names), clock);
        this.schemas = new Followed(InitialObjects.version(names), Initial.SCHEMAS, "");
        this.levels = new Followed(InitialObjects.version(names), Initial.LEVELS, "");
        this.pause = pause;
    }

    @Override
    public void run(ObjectAccess objects) throws InterruptedException {
        // Also what nothing is heard of, because it is not there.
        Set<Initial> disturbed = new LinkedHashSet<>(initial.all());
        long nextRound = System.nanoTime();
        try (ObjectChanges changes = objects.follow(levels, schemas)) {
            while (true) {
                if (!disturbed.isEmpty() && System.nanoTime() - nextRound >= 0) {
                    disturbed.forEach(wanted -> initial.ensure(objects, wanted));
                    disturbed.clear();
                    nextRound = System.nanoTime() + pause.toNanos();
                }
                Duration limit = disturbed.isEmpty() ? WAIT : Duration.ofNanos(nextRound - System.nanoTime());
                Optional<ObjectChange> change = changes.next(limit.isNegative() ? Duration.ZERO : limit);
                if (change.isPresent()) {
                    consider(objects, change.get());
                    String resource = change.get().source().resource();
                    initial.find(resource, change.get().object().metadata().name()).ifPresent(disturbed::add);
                }
            }
        }
    }

    private void consider(ObjectAccess objects, ObjectChange change) {
        boolean gone = change.type() == ObjectChange.Type.DELETED;
        if (change.source().equals(schemas)) {
            if (!gone) {
                dangling.say(objects, change.object());
            }
        } else if (change.type() != ObjectChange.Type.MODIFIED) {
            dangling.sayOfAll(objects, change.object().metadata().name());
        }
    }
}
