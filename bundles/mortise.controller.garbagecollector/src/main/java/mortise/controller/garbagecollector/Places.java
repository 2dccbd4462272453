package mortise.controller.garbagecollector;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import mortise.api.GroupResource;
import mortise.spi.controller.ObjectAccess;
import mortise.spi.controller.ResourceEntry;
import mortise.spi.controller.ServedResources;

/** Where objects of a type are found, by what is served now. Thread-safe. */
final class Places {

    /** What a resource needs for its objects to be collected. */
    private static final Set<String> NEEDED = Set.of("delete", "list", "watch");
    /** They say what happened to objects, come in great numbers, and nobody owns by them. */
    private static final Set<GroupResource> IGNORED =
            Set.of(new GroupResource("", "events"), new GroupResource("events.k8s.io", "events"));

    private record GroupKind(String group, String kind) {
    }

    private record Snapshot(long generation, Map<GroupKind, ResourceEntry> byKind) {
    }

    private final ObjectAccess objects;
    private volatile Snapshot snapshot = new Snapshot(-1, Map.of());

    Places(ObjectAccess objects) {
        this.objects = objects;
    }

    /** Returns the resource of a type, or nothing while there is none; its version need not be the type's. */
    Optional<ResourceEntry> of(TypeName type) {
        return Optional.ofNullable(current().byKind().get(new GroupKind(type.version().group(), type.kind())));
    }

    private Snapshot current() {
        ServedResources served = objects.served();
        Snapshot known = snapshot;
        if (known.generation() != served.generation()) {
            known = new Snapshot(served.generation(), byKind(served));
            snapshot = known;
        }
        return known;
    }

    private static Map<GroupKind, ResourceEntry> byKind(ServedResources served) {
        var byKind = new HashMap<GroupKind, ResourceEntry>();
        for (ResourceEntry entry : served.resources()) {
            byKind.putIfAbsent(new GroupKind(entry.version().group(), entry.kind()), entry);
        }
        return byKind;
    }

    /** Returns whether objects of a resource can be seen to come and go, and be deleted. */
    static boolean isCollected(ResourceEntry entry) {
        return entry.verbs().containsAll(NEEDED)
                && !IGNORED.contains(new GroupResource(entry.version().group(), entry.resource()));
    }
}
