package mortise.controller.namespace;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.ErrorReason;
import mortise.spi.controller.ObjectAccess;
import mortise.spi.controller.Removal;
import mortise.spi.controller.ResourceEntry;

/** Deletes what is in a namespace, one resource at a time, and counts what does not go. */
final class Content {

    /** Of a resource that is not served any more nothing is in a namespace. */
    private static final Set<ErrorReason> NOT_SERVED = Set.of(ErrorReason.NOT_FOUND, ErrorReason.METHOD_NOT_ALLOWED);
    /** The object is gone, or is another one by now, which the next look finds. */
    private static final Set<ErrorReason> GONE = Set.of(ErrorReason.NOT_FOUND, ErrorReason.CONFLICT);
    /** A deletion in the background, which this one is, takes these away. */
    private static final Set<String> OF_PROPAGATION = Set.of("orphan", "foregroundDeletion");

    private final ObjectAccess objects;
    private final String namespace;
    private final Remains remains;
    private final Deleters deleters;

    Content(ObjectAccess objects, String namespace, Remains remains, Deleters deleters) {
        this.deleters = deleters;
        this.objects = objects;
        this.namespace = namespace;
        this.remains = remains;
    }

    /** Deletes every object of a resource. What fails is put down, not thrown. */
    void delete(ResourceEntry resource) throws InterruptedException {
        try {
            deleters.forEach(() -> list(resource).stream().filter(Content::isToBeDeleted).iterator(),
                    object -> delete(resource, object));
            count(resource, list(resource));
        } catch (ApiException failed) {
            if (!NOT_SERVED.contains(failed.status().reason())) {
                remains.failed(failed.getMessage());
            }
        }
    }

    private List<ApiObject> list(ResourceEntry resource) {
        return objects.listMetadata(resource.version(), resource.resource(), namespace);
    }

    private static boolean isToBeDeleted(ApiObject object) {
        return object.metadata().deletionTimestamp().isEmpty()
                || object.metadata().finalizers().stream().anyMatch(OF_PROPAGATION::contains);
    }

    private void delete(ResourceEntry resource, ApiObject object) {
        Removal removal = new Removal(OptionalLong.empty(), Optional.of(object.metadata().uid()), Optional.empty(),
                Optional.of("Background"));
        try {
            objects.delete(resource.version(), resource.resource(), namespace, object.metadata().name(), removal);
        } catch (ApiException failed) {
            if (!GONE.contains(failed.status().reason())) {
                remains.failed(failed.getMessage());
            }
        } catch (RuntimeException broken) {
            // A thread of others must not swallow it.
            remains.failed(broken.toString());
        }
    }

    private void count(ResourceEntry resource, List<ApiObject> left) {
        Map<String, Integer> finalizers = new HashMap<>();
        for (ApiObject object : left) {
            object.metadata().finalizers().forEach(finalizer -> finalizers.merge(finalizer, 1, Integer::sum));
        }
        remains.counted(resource, left.size(), finalizers);
    }
}
