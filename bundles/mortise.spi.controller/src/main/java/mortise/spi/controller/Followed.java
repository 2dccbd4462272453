package mortise.spi.controller;

import java.util.Set;
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
 * @param changesOf paths of the fields whose changes matter, see {@link #changesOf(String...)}; empty for all
 */
public record Followed(
        GroupVersion version, String resource, String namespace, boolean metadataOnly, Set<String> changesOf) {

    public Followed {
        changesOf = Set.copyOf(changesOf);
    }

    /** Follows every change of objects. */
    public Followed(GroupVersion version, String resource, String namespace, boolean metadataOnly) {
        this(version, resource, namespace, metadataOnly, Set.of());
    }

    /** Follows whole objects. */
    public Followed(GroupVersion version, String resource, String namespace) {
        this(version, resource, namespace, false);
    }

    /**
     * Follows the same objects, but of the changes only those of some fields: one that leaves them all as they are is
     * not told, which makes it cost next to nothing. What else has changed may be told all the same, and what is told
     * is the object with all its fields. Objects that come or go are always told.
     *
     * @param fields paths such as {@code spec} and {@code status.phase}, of one or two names, as the objects are
     *     stored; of metadata {@code metadata.ownerReferences}, {@code metadata.finalizers} and
     *     {@code metadata.deletionTimestamp}, any other makes every change one that is told
     */
    public Followed changesOf(String... fields) {
        return new Followed(version, resource, namespace, metadataOnly, Set.of(fields));
    }
}
