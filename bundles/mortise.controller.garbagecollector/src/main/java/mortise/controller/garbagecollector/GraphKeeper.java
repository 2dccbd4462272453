package mortise.controller.garbagecollector;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import mortise.api.ApiException;
import mortise.spi.controller.Followed;
import mortise.spi.controller.ObjectAccess;
import mortise.spi.controller.ObjectChange;
import mortise.spi.controller.ObjectChanges;
import mortise.spi.controller.ResourceEntry;
import mortise.spi.controller.ServedResources;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows the objects of every resource that can be collected, and keeps the graph by them. Belongs to one thread.
 *
 * <p>What the changes give to do is handed on when no change is left to be read: an owner that is to release its
 * dependents must not go before the graph has heard of all of them.
 */
final class GraphKeeper {

    private static final Logger LOG = LoggerFactory.getLogger(GraphKeeper.class);

    /** How long a resource that is served anew goes unnoticed at most. */
    private static final Duration LOOK = Duration.ofSeconds(1);
    /** The same while there are resources that could not be followed. */
    private static final Duration LOOK_SOON = Duration.ofMillis(100);
    /** What cannot be followed for so long is done without. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    /** Tasks are handed on after so many changes at the latest. */
    private static final int CHANGES_MAX = 100_000;

    private final ObjectAccess access;
    private final ObjectChanges changes;
    private final Graph graph;
    private final Workers workers;
    private final Map<Followed, TypeName> followed = new HashMap<>();
    private final Set<Followed> failing = new HashSet<>();
    private final Set<Task> tasks = new LinkedHashSet<>();
    private final long began = System.nanoTime();
    private long generation = -1;
    private long looked;
    private int unhanded;

    GraphKeeper(ObjectAccess access, ObjectChanges changes, Graph graph, Workers workers) {
        this.access = access;
        this.changes = changes;
        this.graph = graph;
        this.workers = workers;
    }

    /** Works until it is interrupted. */
    void run() throws InterruptedException {
        while (true) {
            look();
            Optional<ObjectChange> change = next(Duration.ZERO);
            if (change.isEmpty() || ++unhanded > CHANGES_MAX) {
                handOn();
            }
            if (change.isEmpty()) {
                change = next(failing.isEmpty() ? LOOK : LOOK_SOON);
            }
            change.ifPresent(this::take);
        }
    }

    private void handOn() {
        unhanded = 0;
        boolean complete = failing.isEmpty() || System.nanoTime() - began > PATIENCE.toNanos();
        workers.setOpen(complete);
        workers.add(tasks);
        tasks.clear();
    }

    /** Follows what is served now, if that is not what was served before. */
    private void look() {
        long now = System.nanoTime();
        Duration pause = failing.isEmpty() ? LOOK : LOOK_SOON;
        if (generation >= 0 && now - looked < pause.toNanos()) {
            return;
        }
        looked = now;
        ServedResources served = access.served();
        if (served.generation() == generation && failing.isEmpty()) {
            return;
        }
        boolean changed = served.generation() != generation;
        generation = served.generation();
        follow(served);
        if (changed) {
            workers.hurry();
        }
    }

    private void follow(ServedResources served) {
        var wanted = new HashMap<Followed, TypeName>();
        for (ResourceEntry entry : served.resources()) {
            if (Places.isCollected(entry)) {
                wanted.put(entry.metadata(), new TypeName(entry.version().toString(), entry.kind()));
            }
        }
        for (Followed old : List.copyOf(followed.keySet())) {
            if (!wanted.containsKey(old)) {
                changes.remove(old);
                followed.remove(old);
            }
        }
        failing.retainAll(wanted.keySet());
        wanted.forEach((what, type) -> {
            if (!followed.containsKey(what)) {
                follow(what, type);
            }
        });
    }

    private void follow(Followed what, TypeName type) {
        try {
            changes.add(what);
            followed.put(what, type);
            failing.remove(what);
            // Until their objects are read, nobody may think that there are none.
            workers.setOpen(false);
            tasks.addAll(graph.doubtAll(type));
        } catch (ApiException failed) {
            if (failing.add(what)) {
                LOG.debug("{} cannot be followed yet: {}", what, failed.getMessage());
            }
        }
    }

    private Optional<ObjectChange> next(Duration limit) throws InterruptedException {
        try {
            return changes.next(limit);
        } catch (ApiException failed) {
            Followed ended = changes.ended().orElseThrow(() -> failed);
            LOG.debug("{} is followed anew: {}", ended, failed.getMessage());
            if (followed.remove(ended) != null) {
                failing.add(ended);
            } else if (failed.status().code() != 404 && failed.status().code() != 410) {
                throw failed;
            }
            return Optional.empty();
        }
    }

    private void take(ObjectChange change) {
        TypeName type = followed.get(change.source());
        if (type == null) {
            return;
        }
        if (change.type() == ObjectChange.Type.DELETED) {
            tasks.addAll(graph.gone(change.object().metadata().uid()));
        } else {
            tasks.addAll(graph.observe(Observation.of(type, change.object())));
        }
    }
}
