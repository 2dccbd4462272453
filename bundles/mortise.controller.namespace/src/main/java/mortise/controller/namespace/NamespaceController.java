package mortise.controller.namespace;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.ApiStatus;
import mortise.api.ErrorReason;
import mortise.spi.controller.Controller;
import mortise.spi.controller.ObjectAccess;
import mortise.spi.controller.ObjectChange;
import mortise.spi.controller.ObjectChanges;
import mortise.spi.controller.WorkQueue;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends namespaces: what is in one that was deleted is deleted, and when nothing is left the namespace is finalized.
 * Nothing is remembered between runs: the state of the namespaces says what is to be done.
 */
@Component(name = "mortise.controller.namespace", property = {
    Controller.NAME + "=namespace-controller", Controller.ALIAS + "=namespace",
    Controller.ACCOUNT + "=namespace-controller"})
public final class NamespaceController implements Controller {

    private static final Logger LOG = LoggerFactory.getLogger(NamespaceController.class);

    /** Namespaces that wait at most; with more of them the state is read anew later. */
    private static final int QUEUE_MAX = 100_000;
    /** What is left of a namespace mostly goes soon, so the first looks follow quickly. */
    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final Duration LAST_PAUSE = Duration.ofSeconds(5);
    /** Nothing depends on it: changes end the wait. */
    private static final Duration WAIT = Duration.ofMinutes(1);

    private final InstantSource clock;

    @Activate
    public NamespaceController() {
        this(InstantSource.system());
    }

    /** Makes the controller for tests. */
    NamespaceController(InstantSource clock) {
        this.clock = clock;
    }

    @Override
    public void run(ObjectAccess objects) throws InterruptedException {
        var queue = new WorkQueue<String>(QUEUE_MAX, FIRST_PAUSE, LAST_PAUSE);
        try (ObjectChanges changes = objects.follow(Resources.FOLLOWED); Deleters deleters = new Deleters()) {
            var ending = new NamespaceEnd(objects, clock, deleters);
            while (true) {
                Optional<ObjectChange> change = changes.next(queue.untilDue().orElse(WAIT));
                while (change.isPresent()) {
                    note(change.get(), queue);
                    change = changes.next(Duration.ZERO);
                }
                Optional<String> due = queue.take(Duration.ZERO);
                if (due.isPresent()) {
                    work(due.get(), queue, ending);
                }
            }
        }
    }

    private static void note(ObjectChange change, WorkQueue<String> queue) {
        ApiObject namespace = change.object();
        boolean going = change.type() != ObjectChange.Type.DELETED
                && !namespace.metadata().deletionTimestamp().isEmpty();
        if (going && !queue.add(namespace.metadata().name())) {
            throw new ApiException(ApiStatus.of(ErrorReason.TOO_MANY_REQUESTS, "too many namespaces end at once"));
        }
    }

    private static void work(String name, WorkQueue<String> queue, NamespaceEnd ending) throws InterruptedException {
        try {
            if (ending.advance(name)) {
                queue.done(name);
            } else {
                queue.retry(name);
            }
        } catch (ApiException failed) {
            LOG.debug("namespace {} could not be ended yet: {}", name, failed.getMessage());
            queue.retry(name);
        }
    }
}
