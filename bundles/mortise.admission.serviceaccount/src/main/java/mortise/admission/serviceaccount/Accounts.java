package mortise.admission.serviceaccount;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.ApiStatus;
import mortise.api.ErrorReason;
import mortise.api.GroupVersion;
import mortise.spi.controller.Followed;
import mortise.spi.controller.ObjectAccess;
import mortise.spi.controller.ObjectChange;
import mortise.spi.controller.ObjectChanges;

/** Finds service accounts; waits a moment for that of a new namespace, which somebody else is about to create. */
final class Accounts {

    static final String DEFAULT = "default";

    private static final GroupVersion V1 = new GroupVersion("", "v1");
    private static final String RESOURCE = "serviceaccounts";

    private final Supplier<Optional<ObjectAccess>> objects;
    private final Duration patience;

    Accounts(Supplier<Optional<ObjectAccess>> objects, Duration patience) {
        this.objects = objects;
        this.patience = patience;
    }

    /**
     * Returns an account, or nothing when there is none. Blocks up to the limit when the one that is there by default
     * is missing.
     *
     * @throws ApiException when nobody can tell
     */
    Optional<ApiObject> find(String namespace, String name) {
        ObjectAccess access = objects.get().orElseThrow(() -> new ApiException(ApiStatus.of(
                ErrorReason.SERVICE_UNAVAILABLE, "service accounts cannot be read yet")));
        Optional<ApiObject> found = access.get(V1, RESOURCE, namespace, name);
        if (found.isPresent() || !name.equals(DEFAULT) || patience.isZero()) {
            return found;
        }
        try {
            return await(access, namespace, name);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    private Optional<ApiObject> await(ObjectAccess access, String namespace, String name) throws InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        try (ObjectChanges changes = access.follow(new Followed(V1, RESOURCE, namespace))) {
            while (true) {
                Duration left = Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
                Optional<ObjectChange> change = changes.next(left);
                if (change.isEmpty()) {
                    return Optional.empty();
                }
                if (change.get().type() != ObjectChange.Type.DELETED
                        && change.get().object().metadata().name().equals(name)) {
                    return change.map(ObjectChange::object);
                }
            }
        }
    }
}
