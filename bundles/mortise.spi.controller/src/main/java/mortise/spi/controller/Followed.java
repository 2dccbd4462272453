package mortise.spi.controller;

import mortise.api.GroupVersion;

/**
 * Objects to follow.
 *
 * <p>With metadata only, an object has {@code apiVersion}, {@code kind} and a {@code metadata} without
 * {@code managedFields}, and nothing else. That is what makes it cheap to follow every resource: of an object's bytes
 * only those of its metadata are read, a few microseconds and four kilobytes of garbage for each change, however large
 * the object is, and nothing when nobody writes. Such an object must not be written back with
 * {@link ObjectAccess#update}, which would take everything else for removed; {@link ObjectAccess#patch} changes it.
 *
 * @param version the version that they are shown in
 * @param resource plural name of their resource
 * @param namespace the namespace they are in; empty for all of them, and for a cluster-scoped resource
 * @param metadataOnly whether changes carry the metadata of objects only
 */
public record Followed(GroupVersion version, String resource, String namespace, boolean metadataOnly) {

    /** Follows whole objects. */
    public Followed(GroupVersion version, String resource, String namespace) {
        this(version, resource, namespace, false);
    }
}
