package mortise.controller.garbagecollector;

import java.util.List;
import mortise.api.ApiObject;
import mortise.api.ObjectMeta;

/**
 * What matters here of an object at one moment.
 *
 * @param identity where it is
 * @param owners whom it belongs to
 * @param deleted whether its deletion has begun
 * @param orphans whether its deletion waits until its dependents are released
 * @param foreground whether its deletion waits until its dependents are gone
 */
record Observation(
        Identity identity, List<OwnerReference> owners, boolean deleted, boolean orphans, boolean foreground) {

    /** The finalizer of an object whose dependents are to stay. */
    static final String ORPHAN = "orphan";
    /** The finalizer of an object whose dependents are to go first. */
    static final String FOREGROUND = "foregroundDeletion";

    static Observation of(TypeName type, ApiObject object) {
        ObjectMeta metadata = object.metadata();
        boolean deleted = !metadata.deletionTimestamp().isEmpty();
        List<String> finalizers = deleted ? metadata.finalizers() : List.of();
        return new Observation(new Identity(type, metadata.namespace(), metadata.name(), metadata.uid()),
                OwnerReference.of(object), deleted, finalizers.contains(ORPHAN), finalizers.contains(FOREGROUND));
    }
}
