package mortise.controller.garbagecollector;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An object in the graph. The lock of the graph guards it. There is one for each object of the server, so it is small:
 * no collections, and with its uid, its name and a link to one owner about 300 bytes.
 */
final class Node {

    /**
     * That a dependent refers to an owner. The links to one owner are a chain, so that each is added and removed in no
     * time however many there are.
     */
    static final class Link {

        final Node dependent;
        final Node owner;
        TypeName type;
        String name;
        boolean blocking;
        private @Nullable Link before;
        private @Nullable Link after;

        Link(Node dependent, Node owner, OwnerReference reference) {
            this.dependent = dependent;
            this.owner = owner;
            this.type = reference.type();
            this.name = reference.name();
            this.blocking = reference.blocking();
        }

        /** Returns where the dependent takes its owner to be. */
        Identity target() {
            return new Identity(type, dependent.namespace, name, owner.uid);
        }

        /** Returns whether what the dependent says of its owner fits an owner there. */
        boolean fits(Identity there) {
            return type.equals(there.type()) && name.equals(there.name())
                    && (there.namespace().isEmpty() || there.namespace().equals(dependent.namespace));
        }
    }

    private static final Link[] NONE = {};

    final String uid;
    TypeName type;
    String namespace;
    String name;
    Link[] owners = NONE;
    private @Nullable Link first;
    private int dependents;
    private int blockingDependents;
    /** Whether the object has been seen, and not only heard of. */
    boolean observed;
    boolean deleted;
    /** Whether its dependents are released before it goes. */
    boolean orphans;
    /** Whether its dependents go before it. */
    boolean foreground;

    Node(Identity identity) {
        this.uid = identity.uid();
        this.type = identity.type();
        this.namespace = identity.namespace();
        this.name = identity.name();
    }

    Identity identity() {
        return new Identity(type, namespace, name, uid);
    }

    boolean isAt(Identity there) {
        return type.equals(there.type()) && namespace.equals(there.namespace()) && name.equals(there.name());
    }

    void moveTo(Identity there) {
        type = there.type();
        namespace = there.namespace();
        name = there.name();
    }

    boolean hasDependents() {
        return dependents > 0;
    }

    boolean isBlocked() {
        return blockingDependents > 0;
    }

    /** Calls somebody for each link to this owner; the links must not change meanwhile. */
    void eachDependent(Consumer<Link> action) {
        for (Link link = first; link != null; link = link.after) {
            action.accept(link);
        }
    }

    /** Adds a link to its owner's chain. */
    static void attach(Link link) {
        Node owner = link.owner;
        link.after = owner.first;
        if (owner.first != null) {
            owner.first.before = link;
        }
        owner.first = link;
        owner.dependents++;
        owner.blockingDependents += link.blocking ? 1 : 0;
    }

    /** Takes a link out of its owner's chain. */
    static void detach(Link link) {
        Node owner = link.owner;
        Link before = link.before;
        Link after = link.after;
        if (before == null) {
            owner.first = after;
        } else {
            before.after = after;
        }
        if (after != null) {
            after.before = before;
        }
        owner.dependents--;
        owner.blockingDependents -= link.blocking ? 1 : 0;
    }
}
