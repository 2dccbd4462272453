package mortise.core.registry;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What was served at one moment. Immutable. Requests that hold an old snapshot go on with it; the verbs of a resource
 * that has gone since answer 404.
 */
public final class RegistrySnapshot {

    private final long generation;
    private final List<ServedGroup> groups;
    private final Map<Key, ServedResource> resources = new HashMap<>();

    /**
     * Makes a snapshot.
     *
     * @param generation number of this snapshot; grows with every change
     * @param groups what is served, in the order that discovery shows
     */
    public RegistrySnapshot(long generation, List<ServedGroup> groups) {
        this.generation = generation;
        this.groups = List.copyOf(groups);
        for (ServedGroup group : this.groups) {
            for (ServedVersion version : group.versions()) {
                for (ServedResource resource : version.resources()) {
                    resources.put(new Key(group.name(), version.name(), resource.definition().plural()), resource);
                }
            }
        }
    }

    /** Returns the groups in preferred order: the built-in ones as Kubernetes orders them, the others by name. */
    public List<ServedGroup> groups() {
        return groups;
    }

    /** Returns a resource; nothing when it is not served in that version. The core group's name is empty. */
    public Optional<ServedResource> find(String group, String version, String resource) {
        return Optional.ofNullable(resources.get(new Key(group, version, resource)));
    }

    /** Returns a group; nothing when no version of it is served. */
    public Optional<ServedGroup> group(String name) {
        return groups.stream().filter(group -> group.name().equals(name)).findFirst();
    }

    /** Says whether any version of the group is served. */
    public boolean hasGroup(String name) {
        return group(name).isPresent();
    }

    /** Returns the number of this snapshot; a later one has a greater number. */
    public long generation() {
        return generation;
    }

    private record Key(String group, String version, String resource) {
    }
}
