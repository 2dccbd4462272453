package mortise.spi.group;

import java.util.Set;
import mortise.api.GroupVersionKind;

/**
 * A path below an object.
 *
 * @param name last path segment, for example {@code status}
 * @param kind kind of its bodies; group and version are empty when they are those of the object
 * @param verbs what may be done with it
 * @param behavior what it does
 */
public record SubresourceDefinition(String name, GroupVersionKind kind, Set<Verb> verbs, SubresourceBehavior behavior) {

    public SubresourceDefinition {
        verbs = Set.copyOf(verbs);
    }

    /** A path that reads as the object and changes a part of it. */
    public SubresourceDefinition(String name, GroupVersionKind kind, Set<Verb> verbs, ResourceStrategy strategy) {
        this(name, kind, verbs, new SubresourceBehavior.Part(strategy));
    }

    /** Returns the subresource {@code status} of a kind. */
    public static SubresourceDefinition status(String kind) {
        return status(kind, new StatusStrategy());
    }

    /** Returns the subresource {@code status} of a kind that has its own way of writing it. */
    public static SubresourceDefinition status(String kind, StatusStrategy strategy) {
        return new SubresourceDefinition("status", new GroupVersionKind("", "", kind),
                Set.of(Verb.GET, Verb.PATCH, Verb.UPDATE), strategy);
    }

    /** Returns how writing changes the object; of a path that changes no part of it, one that does nothing. */
    public ResourceStrategy strategy() {
        return behavior instanceof SubresourceBehavior.Part part ? part.strategy() : ResourceStrategy.NONE;
    }
}
