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
    /** Since when there have been resources that could not be followed, if there are any. */
    private long failingSince;
    private long generation = -1;
    private long looked;
    /** How many changes have been read since tasks were handed on. */
    private int unhanded;
    /** Whether every change has been read since something was followed anew. */
    private boolean quiet;

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
            // To look whether there is more costs as much as a change does, so it is done only when it matters.
            Optional<ObjectChange> change = next(quiet && tasks.isEmpty() ? pause() : Duration.ZERO);
            if (change.isEmpty() || ++unhanded > CHANGES_MAX) {
                handOn();
            }
            change.ifPresent(this::take);
        }
    }

    private Duration pause() {
        return failing.isEmpty() ? LOOK : LOOK_SOON;
    }

    private void handOn() {
        unhanded = 0;
        quiet = true;
        boolean complete = failing.isEmpty() || System.nanoTime() - failingSince > PATIENCE.toNanos();
        workers.setOpen(complete);
        workers.add(tasks);
        tasks.clear();
    }

    /** Follows what is served now, if that is not what was served before. */
    private void look() {
        long now = System.nanoTime();
        if (generation >= 0 && now - looked < pause().toNanos()) {
            return;
        }
        looked = now;
        workers.engage();
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
                // What Observation has of an object beside where it is.
                wanted.put(entry.metadata().changesOf("metadata.ownerReferences", "metadata.finalizers",
                        "metadata.deletionTimestamp"), new TypeName(entry.version().toString(), entry.kind()));
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
            quiet = false;
            workers.setOpen(false);
            tasks.addAll(graph.doubtAll(type));
        } catch (ApiException failed) {
            LOG.debug("{} cannot be followed yet: {}", what, failed.getMessage());
            fail(what);
        }
    }

    private void fail(Followed what) {
        if (failing.isEmpty()) {
            failingSince = System.nanoTime();
        }
        failing.add(what);
    }

    private Optional<ObjectChange> next(Duration limit) throws InterruptedException {
        try {
            return changes.next(limit);
        } catch (ApiException failed) {
            Followed ended = changes.ended().orElseThrow(() -> failed);
            LOG.debug("{} is followed anew: {}", ended, failed.getMessage());
            if (followed.remove(ended) != null) {
                fail(ended);
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
