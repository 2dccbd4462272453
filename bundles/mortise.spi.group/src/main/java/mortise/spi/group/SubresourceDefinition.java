package mortise.spi.group;

import java.util.Set;
import mortise.api.GroupVersionKind;

/**
 * A path below an object.
 *
 * @param name last path segment, for example {@code status}
 * @param kind kind of its bodies; group and version are empty when they are those of the object
 * @param verbs what may be done with it
 * @param strategy what writing it changes in the object; it gets the object with every field of the body and puts back
 *     what this path does not change
 */
public record SubresourceDefinition(String name, GroupVersionKind kind, Set<Verb> verbs, ResourceStrategy strategy) {

    public SubresourceDefinition {
        verbs = Set.copyOf(verbs);
    }

    /** Returns the subresource {@code status} of a kind. */
    public static SubresourceDefinition status(String kind) {
        return new SubresourceDefinition(
                "status", new GroupVersionKind("", "", kind), Set.of(Verb.GET, Verb.PATCH, Verb.UPDATE),
                new StatusStrategy());
    }
}
