package mortise.spi.controller;

import java.util.Set;
import mortise.api.GroupVersion;

/**
 * A resource that is served.
 *
 * @param version the preferred one of those that it is served in
 * @param resource plural name; never that of a subresource
 * @param kind kind of its objects
 * @param namespaced whether its objects are in namespaces
 * @param verbs what can be done with them, as discovery says it: {@code get}, {@code list}, {@code deletecollection}
 */
public record ResourceEntry(
        GroupVersion version, String resource, String kind, boolean namespaced, Set<String> verbs) {

    public ResourceEntry {
        verbs = Set.copyOf(verbs);
    }

    /** Returns what follows all of its objects, metadata only. */
    public Followed metadata() {
        return new Followed(version, resource, "", true);
    }
}
