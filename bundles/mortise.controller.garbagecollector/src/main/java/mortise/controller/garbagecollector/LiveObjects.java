package mortise.controller.garbagecollector;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.ApiStatus;
import mortise.api.ErrorReason;
import mortise.spi.controller.ObjectAccess;
import mortise.spi.controller.Removal;
import mortise.spi.controller.ResourceEntry;
import org.jspecify.annotations.Nullable;

/**
 * The objects of the server as the collector looks at them and changes them: metadata only, never another object of
 * the same name, and never one that has changed since it was looked at. Thread-safe; calls block and fail with
 * {@link ApiException}.
 */
final class LiveObjects {

    private final ObjectAccess access;
    private final Places places;

    LiveObjects(ObjectAccess access) {
        this.access = access;
        this.places = new Places(access);
    }

    /**
     * Returns whether objects of a type are in namespaces.
     *
     * @throws ApiException 404 while no such type is served
     */
    boolean isNamespaced(TypeName type) {
        return place(type).namespaced();
    }

    private ResourceEntry place(TypeName type) {
        return places.of(type).orElseThrow(() -> new ApiException(ApiStatus.of(ErrorReason.NOT_FOUND,
                "no resource of kind " + type + " is served")));
    }

    /**
     * Returns the metadata of an object, or nothing when there is none of that name and uid.
     *
     * @throws ApiException 404 while no such type is served, 503 when that has just changed
     */
    Optional<ApiObject> find(Identity there) {
        long generation = access.served().generation();
        ResourceEntry place = place(there.type());
        String namespace = place.namespaced() ? there.namespace() : "";
        Optional<ApiObject> found =
                access.getMetadata(there.type().version(), place.resource(), namespace, there.name());
        if (found.isEmpty() && access.served().generation() != generation) {
            // What is not served any more has no objects to show, which says nothing about the object.
            throw new ApiException(ApiStatus.of(ErrorReason.SERVICE_UNAVAILABLE, "what is served has changed"));
        }
        return found.filter(object -> object.metadata().uid().equals(there.uid()));
    }

    /** Deletes an object as it was when it was looked at, or as it is now if it still has the same owners. */
    void delete(Identity there, ApiObject seen, String policy) {
        try {
            delete(there, policy, Optional.of(seen.metadata().resourceVersion()));
        } catch (ApiException failed) {
            if (failed.status().reason() != ErrorReason.CONFLICT) {
                throw failed;
            }
            if (find(there).filter(now -> owners(now).equals(owners(seen))).isEmpty()) {
                throw failed;
            }
            delete(there, policy, Optional.empty());
        }
    }

    private void delete(Identity there, String policy, Optional<String> version) {
        access.delete(there.type().version(), place(there.type()).resource(), there.namespace(), there.name(),
                new Removal(OptionalLong.empty(), Optional.of(there.uid()), version, Optional.of(policy)));
    }

    /** Keeps only some of an object's owner references. */
    void keepOwners(Identity there, ApiObject seen, Predicate<String> keepUid) {
        var kept = new ArrayList<@Nullable Object>();
        for (Object reference : owners(seen)) {
            if (reference instanceof Map<?, ?> fields && keepUid.test(String.valueOf(fields.get("uid")))) {
                kept.add(reference);
            }
        }
        patch(there, seen, "ownerReferences", kept);
    }

    /** Lets no owner of an object wait for it any more. */
    void blockNoOwner(Identity there, ApiObject seen) {
        List<?> owners = owners(seen);
        var changed = new ArrayList<@Nullable Object>();
        for (Object reference : owners) {
            var copy = new LinkedHashMap<String, @Nullable Object>();
            ((Map<?, ?>) reference).forEach((field, value) -> copy.put((String) field, value));
            copy.computeIfPresent("blockOwnerDeletion", (field, blocks) -> false);
            changed.add(copy);
        }
        if (!changed.equals(owners)) {
            patch(there, seen, "ownerReferences", changed);
        }
    }

    /** Takes away a finalizer that an object has. */
    void removeFinalizer(Identity there, ApiObject seen, String finalizer) {
        List<String> finalizers = seen.metadata().finalizers();
        if (finalizers.remove(finalizer)) {
            patch(there, seen, "finalizers", new ArrayList<@Nullable Object>(finalizers));
        }
    }

    private static List<?> owners(ApiObject object) {
        return object.at("metadata", "ownerReferences") instanceof List<?> list ? list : List.of();
    }

    private void patch(Identity there, ApiObject seen, String field, List<@Nullable Object> value) {
        var metadata = new LinkedHashMap<String, @Nullable Object>();
        metadata.put("uid", there.uid());
        metadata.put("resourceVersion", seen.metadata().resourceVersion());
        metadata.put(field, value.isEmpty() ? null : value);
        var changes = new LinkedHashMap<String, @Nullable Object>();
        changes.put("metadata", metadata);
        access.patch(there.type().version(), place(there.type()).resource(), there.namespace(), there.name(), changes);
    }

    /** Creates an object. */
    void create(TypeName type, ApiObject object) {
        access.create(type.version(), place(type).resource(), object);
    }
}
