package mortise.authz.node;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import mortise.api.GroupVersion;
import mortise.spi.controller.Followed;
import mortise.spi.controller.ObjectAccess;
import mortise.spi.controller.ObjectChange;
import mortise.spi.controller.ObjectChanges;
import mortise.spi.operations.ServerNames;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps a graph of what nodes have to do with. Begins with a new one when following fails. */
final class GraphFollower implements Runnable {

    private static final Logger LOG = LoggerFactory.getLogger(GraphFollower.class);

    /** Nothing depends on it: changes end the wait. */
    private static final Duration WAIT = Duration.ofMinutes(1);
    private static final Duration PAUSE = Duration.ofMillis(200);

    private final ServerNames names;
    private final ObjectAccess objects;
    private final Consumer<Optional<NodeGraph>> published;

    /** @param published gets each graph once it is complete, or nothing when there is none */
    GraphFollower(ServerNames names, ObjectAccess objects, Consumer<Optional<NodeGraph>> published) {
        this.names = names;
        this.objects = objects;
        this.published = published;
    }

    @Override
    public void run() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                if (!follow()) {
                    published.accept(Optional.empty());
                }
                Thread.sleep(PAUSE.toMillis());
            }
        } catch (InterruptedException stopped) {
            // Whoever interrupts has taken the work away.
        }
    }

    private Followed[] followed() {
        var core = new GroupVersion("", "v1");
        var storage = new GroupVersion(names.group("storage"), "v1");
        var devices = new GroupVersion(names.group("resource"), "v1");
        // What a pod mirrors, if it does, never changes.
        List<Followed> all = new ArrayList<>(List.of(
                new Followed(core, Key.PODS, "").changesOf(
                        "spec", "status.resourceClaimStatuses", "status.extendedResourceClaimStatus"),
                new Followed(core, Key.VOLUMES, "").changesOf("spec"),
                new Followed(storage, Key.ATTACHMENTS, "").changesOf("spec")));
        if (objects.served().resources().stream().anyMatch(entry ->
                entry.version().equals(devices) && entry.resource().equals(Key.SLICES))) {
            all.add(new Followed(devices, Key.SLICES, "").changesOf("spec"));
        }
        return all.toArray(Followed[]::new);
    }

    /** Follows until that fails, and says whether it was complete before. */
    private boolean follow() throws InterruptedException {
        boolean complete = false;
        try (ObjectChanges changes = objects.follow(followed())) {
            var graph = new NodeGraph(names.labelDomain());
            while (true) {
                Optional<ObjectChange> change = changes.next(complete ? WAIT : Duration.ZERO);
                if (change.isPresent()) {
                    apply(graph, change.get());
                } else if (!complete) {
                    complete = true;
                    published.accept(Optional.of(graph));
                }
            }
        } catch (RuntimeException failed) {
            LOG.debug("Pods and volumes are followed anew: {}", failed.toString());
            return complete;
        }
    }

    private static void apply(NodeGraph graph, ObjectChange change) {
        String resource = change.source().resource();
        if (change.type() == ObjectChange.Type.DELETED) {
            graph.remove(resource, change.object());
        } else {
            graph.put(resource, change.object());
        }
    }
}
