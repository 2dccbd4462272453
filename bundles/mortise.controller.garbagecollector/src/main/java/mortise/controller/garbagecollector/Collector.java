package mortise.controller.garbagecollector;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.ErrorReason;
import mortise.controller.garbagecollector.Graph.Known;

/**
 * Does what the graph says is to be done. Before it changes anything it looks at the object itself and at its owners:
 * the graph only says where to look. Thread-safe.
 */
final class Collector {

    /** An owner in a namespace cannot own what is in none; nothing that happens later would change it. */
    private static final class ImpossibleOwner extends Exception {
        private static final long serialVersionUID = 1L;

        ImpossibleOwner() {
            super("", null, false, false);
        }
    }

    /** Owners of an object, as they are. */
    private static final class Owners {
        final Set<String> absent = new HashSet<>();
        /** Being deleted, after their dependents. */
        final Set<String> waiting = new HashSet<>();
        boolean solid;
    }

    private final Graph graph;
    private final LiveObjects objects;
    private final Consumer<List<Task>> more;
    private final InvalidOwners reports;

    /** @param more is given what turns out to be to do besides */
    Collector(Graph graph, LiveObjects objects, InvalidOwners reports, Consumer<List<Task>> more) {
        this.graph = graph;
        this.objects = objects;
        this.reports = reports;
        this.more = more;
    }

    /**
     * Does it.
     *
     * @return whether nothing is left to do about it until something changes
     * @throws ApiException when it is to be tried again
     */
    boolean work(Task task) {
        try {
            return switch (task.kind()) {
                case EXAMINE -> examine(task.uid());
                case ORPHAN -> orphan(task.uid());
                case DISOWN -> disown(task.uid(), task.owner());
                case REPORT -> report(task.places().get(0), task.places().get(1));
            };
        } catch (ImpossibleOwner never) {
            return true;
        }
    }

    private boolean examine(String uid) throws ImpossibleOwner {
        Optional<Known> found = graph.find(uid);
        if (found.isEmpty()) {
            return true;
        }
        Known known = found.get();
        if (known.observed() && known.deleted() && !known.foreground()) {
            return true; // It goes; its dependents are next when it is gone.
        }
        Optional<ApiObject> live = look(known.identity());
        if (live.isEmpty()) {
            more.accept(graph.absent(known.identity()));
            return true;
        }
        if (!known.observed()) {
            return false; // Until its change comes; it might go before that, unseen.
        }
        if (known.foreground()) {
            return finishForeground(known.identity(), live.get());
        }
        return examine(known, live.get());
    }

    private Optional<ApiObject> look(Identity there) throws ImpossibleOwner {
        if (there.namespace().isEmpty() && objects.isNamespaced(there.type())) {
            throw new ImpossibleOwner();
        }
        return objects.find(there);
    }

    private boolean finishForeground(Identity identity, ApiObject live) {
        List<String> blocking = graph.blockingDependents(identity.uid());
        if (blocking.isEmpty()) {
            unlessGone(() -> objects.removeFinalizer(identity, live, Observation.FOREGROUND));
        } else {
            more.accept(blocking.stream().filter(uid -> !isWaiting(uid)).map(Task::examine).toList());
        }
        return true;
    }

    private boolean isWaiting(String uid) {
        return graph.find(uid).filter(Known::foreground).isPresent();
    }

    private boolean examine(Known known, ApiObject live) throws ImpossibleOwner {
        List<OwnerReference> references = OwnerReference.of(live);
        if (references.isEmpty()) {
            return true;
        }
        Identity identity = known.identity();
        Owners owners = owners(identity, references);
        if (owners.solid) {
            keepSolid(identity, live, owners);
        } else if (!owners.waiting.isEmpty() && known.hasDependents()) {
            ApiObject seen = live;
            if (graph.hasWaitingDependent(identity.uid())) {
                unlessGone(() -> objects.blockNoOwner(identity, seen));
                live = objects.find(identity).orElse(seen);
            }
            delete(identity, live, "Foreground");
        } else {
            delete(identity, live, policy(live));
        }
        return true;
    }

    private void keepSolid(Identity identity, ApiObject live, Owners owners) {
        if (!owners.absent.isEmpty() || !owners.waiting.isEmpty()) {
            unlessGone(() -> objects.keepOwners(identity, live,
                    uid -> !owners.absent.contains(uid) && !owners.waiting.contains(uid)));
        }
    }

    /** What somebody asked for already stays. */
    private static String policy(ApiObject live) {
        List<String> finalizers = live.metadata().finalizers();
        if (finalizers.contains(Observation.ORPHAN)) {
            return "Orphan";
        }
        return finalizers.contains(Observation.FOREGROUND) ? "Foreground" : "Background";
    }

    private void delete(Identity identity, ApiObject live, String policy) {
        unlessGone(() -> objects.delete(identity, live, policy));
    }

    private Owners owners(Identity dependent, List<OwnerReference> references) throws ImpossibleOwner {
        var owners = new Owners();
        for (OwnerReference reference : references) {
            Optional<ApiObject> owner = owner(dependent, reference);
            if (owner.isEmpty()) {
                owners.absent.add(reference.uid());
            } else if (Observation.of(reference.type(), owner.get()).foreground()) {
                owners.waiting.add(reference.uid());
            } else {
                owners.solid = true;
            }
        }
        return owners;
    }

    private Optional<ApiObject> owner(Identity dependent, OwnerReference reference) throws ImpossibleOwner {
        Identity inCluster = reference.from("");
        Identity beside = reference.from(dependent.namespace());
        if (graph.isKnownAbsent(inCluster) || graph.isKnownAbsent(beside)) {
            return Optional.empty();
        }
        Identity there = objects.isNamespaced(reference.type()) ? beside : inCluster;
        Optional<ApiObject> owner = look(there);
        if (owner.isEmpty()) {
            graph.noteAbsent(there);
        }
        return owner;
    }

    private boolean orphan(String uid) throws ImpossibleOwner {
        Optional<Known> known = graph.find(uid).filter(Known::orphans);
        if (known.isEmpty()) {
            return true;
        }
        List<String> dependents = graph.dependents(uid);
        if (!dependents.isEmpty()) {
            more.accept(dependents.stream().map(one -> Task.disown(one, uid)).toList());
            return true;
        }
        Identity identity = known.get().identity();
        look(identity).ifPresent(live -> unlessGone(() -> objects.removeFinalizer(identity, live, Observation.ORPHAN)));
        return true;
    }

    private boolean disown(String uid, String owner) throws ImpossibleOwner {
        Optional<Known> known = graph.find(uid);
        boolean asked = graph.find(owner).filter(Known::orphans).isPresent();
        if (known.isEmpty() || !asked) {
            return true;
        }
        Identity identity = known.get().identity();
        Optional<ApiObject> live = look(identity);
        if (live.isEmpty()) {
            more.accept(graph.absent(identity));
        } else if (OwnerReference.of(live.get()).stream().anyMatch(one -> one.uid().equals(owner))) {
            unlessGone(() -> objects.keepOwners(identity, live.get(), other -> !other.equals(owner)));
        }
        return true;
    }

    private boolean report(Identity dependent, Identity owner) {
        reports.report(dependent, owner);
        return true;
    }

    /** What is not there any more needs nothing: its change is on its way. */
    private static void unlessGone(Runnable change) {
        try {
            change.run();
        } catch (ApiException failed) {
            if (failed.status().reason() != ErrorReason.NOT_FOUND) {
                throw failed;
            }
        }
    }
}
