package mortise.controller.garbagecollector;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import mortise.controller.garbagecollector.Node.Link;
import org.jspecify.annotations.Nullable;

/**
 * Who belongs to whom, by uid, as far as changes have been told. Every change returns what is to be done about it.
 * Pure memory; thread-safe.
 *
 * <p>An owner that nobody has seen gets a node all the same, where its first dependent takes it to be. It is examined,
 * and turns out to be there and is seen soon, or is declared {@link #absent}: that is how dependents go whose owner was
 * gone before this graph began. Dependents may be wrong about where their owner is: pod p1 says that owner 7 is
 * ReplicaSet a, pod p2 that it is ReplicaSet b. When no a of that uid exists, p1 is examined, and the node moves to b,
 * which is examined then.
 */
final class Graph {

    /** As many absent owners are remembered. Uids are never used again, so that they stay absent. */
    static final int ABSENT_MAX = 500;

    /**
     * What is known of an object.
     *
     * @param observed whether it has been seen, and not only heard of
     * @param deleted whether its deletion has begun
     * @param orphans whether its dependents are released before it goes
     * @param foreground whether its dependents go before it
     * @param hasDependents whether it has any
     */
    record Known(Identity identity, boolean observed, boolean deleted, boolean orphans, boolean foreground,
            boolean hasDependents) {
    }

    private final Map<String, Node> nodes = new HashMap<>(); // guarded by this
    private final Recent<Identity> absent = new Recent<>(ABSENT_MAX);
    private final Interned<TypeName> types = new Interned<>(); // guarded by this
    private final Interned<String> namespaces = new Interned<>(); // guarded by this

    /** Takes in how an object is now. */
    synchronized List<Task> observe(Observation seen) {
        var tasks = new ArrayList<Task>();
        Identity identity = seen.identity();
        Node node = nodes.get(identity.uid());
        if (node == null) {
            node = new Node(identity);
            nodes.put(node.uid, node);
        } else if (!node.observed && !node.isAt(identity)) {
            doubt(node, identity, tasks);
        }
        node.moveTo(identity);
        node.type = types.of(identity.type());
        node.namespace = namespaces.of(identity.namespace());
        node.observed = true;
        refer(node, seen.owners(), tasks);
        begin(node, seen, tasks);
        return tasks;
    }

    /** An owner turns out to be elsewhere than its first dependent said: those that are wrong are examined. */
    private static void doubt(Node owner, Identity identity, List<Task> tasks) {
        owner.eachDependent(link -> {
            if (!link.fits(identity)) {
                reportIfElsewhere(link, identity.namespace(), tasks);
                tasks.add(Task.examine(link.dependent.uid));
            }
        });
    }

    private static void reportIfElsewhere(Link link, String ownersNamespace, List<Task> tasks) {
        if (!ownersNamespace.isEmpty() && !ownersNamespace.equals(link.dependent.namespace)) {
            tasks.add(Task.report(link.dependent.identity(), link.target()));
        }
    }

    /** Makes the links of an object those that it has now. */
    private void refer(Node node, List<OwnerReference> references, List<Task> tasks) {
        Link[] before = node.owners;
        if (before.length == 0 && references.isEmpty()) {
            return;
        }
        var after = new ArrayList<Link>(references.size());
        for (OwnerReference reference : references) {
            Link known = find(before, reference.uid());
            if (known != null) {
                after.add(known);
                change(known, reference, tasks);
            } else if (!reference.uid().equals(node.uid)) {
                after.add(link(node, reference, tasks));
            }
        }
        for (Link link : before) {
            if (!after.contains(link)) {
                Node.detach(link);
                unblock(link.owner, tasks);
            }
        }
        node.owners = after.toArray(new Link[0]);
    }

    private static @Nullable Link find(Link[] links, String owner) {
        for (Link link : links) {
            if (link.owner.uid.equals(owner)) {
                return link;
            }
        }
        return null;
    }

    private void change(Link link, OwnerReference reference, List<Task> tasks) {
        link.type = types.of(reference.type());
        link.name = reference.name().equals(link.owner.name) ? link.owner.name : reference.name();
        if (link.blocking != reference.blocking()) {
            Node.detach(link);
            link.blocking = reference.blocking();
            Node.attach(link);
            unblock(link.owner, tasks);
        }
    }

    private Link link(Node node, OwnerReference reference, List<Task> tasks) {
        Node owner = nodes.get(reference.uid());
        boolean isNew = owner == null;
        if (owner == null) {
            owner = new Node(reference.from(node.namespace));
            owner.type = types.of(owner.type);
            nodes.put(owner.uid, owner);
            tasks.add(Task.examine(owner.uid));
        }
        var link = new Link(node, owner, reference);
        Node.attach(link);
        change(link, reference, tasks);
        if (!isNew) {
            join(link, tasks);
        }
        return link;
    }

    /** An object gets an owner that is known already: is it the right one, and is there time to belong to it? */
    private static void join(Link link, List<Task> tasks) {
        Node owner = link.owner;
        boolean fits = link.fits(owner.identity());
        if (!fits && owner.observed) {
            reportIfElsewhere(link, owner.namespace, tasks);
        }
        if (!fits || owner.foreground) {
            tasks.add(Task.examine(link.dependent.uid));
        }
        if (owner.orphans) {
            tasks.add(Task.orphan(owner.uid));
        }
    }

    /** An owner lost a dependent, or does not wait for it any more. */
    private void unblock(Node owner, List<Task> tasks) {
        if (owner.foreground && !owner.isBlocked()) {
            tasks.add(Task.examine(owner.uid));
        }
        if (owner.orphans && !owner.hasDependents()) {
            tasks.add(Task.orphan(owner.uid));
        }
        if (!owner.observed && owner.owners.length == 0 && !owner.hasDependents()) {
            nodes.remove(owner.uid, owner);
        }
    }

    /** Takes in whether an object's deletion has begun, and how. */
    private static void begin(Node node, Observation seen, List<Task> tasks) {
        boolean orphans = seen.orphans() && !node.orphans;
        boolean foreground = seen.foreground() && !seen.orphans() && !node.foreground;
        node.deleted = seen.deleted();
        node.orphans = seen.orphans();
        node.foreground = seen.foreground() && !seen.orphans();
        if (orphans) {
            tasks.add(Task.orphan(node.uid));
        }
        if (foreground) {
            node.eachDependent(link -> tasks.add(Task.examine(link.dependent.uid)));
            tasks.add(Task.examine(node.uid));
        }
    }

    /** Takes in that an object has been seen to go. */
    synchronized List<Task> gone(String uid) {
        var tasks = new ArrayList<Task>();
        Node node = nodes.get(uid);
        if (node != null) {
            remove(node, tasks);
        }
        return tasks;
    }

    private void remove(Node node, List<Task> tasks) {
        nodes.remove(node.uid);
        if (node.hasDependents()) {
            absent.add(node.identity());
            node.eachDependent(link -> tasks.add(Task.examine(link.dependent.uid)));
        }
        for (Link link : node.owners) {
            Node.detach(link);
            unblock(link.owner, tasks);
        }
    }

    /** Takes in that there is no such object there, by a look at the place and not by a change. */
    synchronized List<Task> absent(Identity there) {
        var tasks = new ArrayList<Task>();
        Node node = nodes.get(there.uid());
        if (node == null) {
            return tasks;
        }
        var others = new TreeSet<Identity>();
        node.eachDependent(link -> {
            if (!link.fits(there)) {
                others.add(link.target());
            }
        });
        boolean remove = node.observed ? node.isAt(there) : others.isEmpty();
        if (remove) {
            remove(node, tasks);
            return tasks;
        }
        absent.add(there);
        node.eachDependent(link -> {
            if (link.fits(there)) {
                tasks.add(Task.examine(link.dependent.uid));
            }
        });
        if (!node.observed && node.isAt(there)) {
            Identity next = others.higher(there);
            node.moveTo(next == null ? others.first() : next);
            tasks.add(Task.examine(node.uid));
        }
        return tasks;
    }

    /** Notes for a while that there is no such owner. */
    void noteAbsent(Identity there) {
        absent.add(there);
    }

    boolean isKnownAbsent(Identity there) {
        return absent.has(there);
    }

    /** Objects of a type are told anew from now on; what is not told again is to be looked at. */
    synchronized List<Task> doubtAll(TypeName type) {
        var tasks = new ArrayList<Task>();
        for (Node node : nodes.values()) {
            if (node.observed && node.type.equals(type)) {
                node.observed = false;
                tasks.add(Task.examine(node.uid));
            }
        }
        return tasks;
    }

    synchronized Optional<Known> find(String uid) {
        return Optional.ofNullable(nodes.get(uid)).map(node -> new Known(node.identity(), node.observed, node.deleted,
                node.orphans, node.foreground, node.hasDependents()));
    }

    synchronized List<String> dependents(String uid) {
        return uids(uid, false);
    }

    /** Returns the dependents that an object waits for when it is deleted in the foreground. */
    synchronized List<String> blockingDependents(String uid) {
        return uids(uid, true);
    }

    private List<String> uids(String owner, boolean blockingOnly) {
        var uids = new ArrayList<String>();
        Node node = nodes.get(owner);
        if (node != null) {
            node.eachDependent(link -> {
                if (link.blocking || !blockingOnly) {
                    uids.add(link.dependent.uid);
                }
            });
        }
        return uids;
    }

    /** Returns whether a dependent of an object waits for its own dependents: they may wait for each other. */
    synchronized boolean hasWaitingDependent(String uid) {
        Node node = nodes.get(uid);
        if (node == null) {
            return false;
        }
        boolean[] waiting = {false};
        node.eachDependent(link -> waiting[0] |= link.dependent.foreground);
        return waiting[0];
    }

    synchronized int size() {
        return nodes.size();
    }
}
