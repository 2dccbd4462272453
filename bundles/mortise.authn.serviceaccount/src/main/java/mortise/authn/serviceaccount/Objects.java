package mortise.authn.serviceaccount;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.GroupVersion;
import mortise.spi.controller.ObjectAccess;

/** Looks up what tokens name. Any thread; waits for the store only for what the cache does not know yet. */
final class Objects {

    private static final GroupVersion V1 = new GroupVersion("", "v1");

    private final ObjectAccess access;

    Objects(ObjectAccess access) {
        this.access = access;
    }

    /**
     * Returns an object that was not deleted before a time.
     *
     * @throws RefusedException when there is none with that uid
     */
    ApiObject require(String resource, String namespace, String name, String uid, Instant deletedSince)
            throws RefusedException {
        ApiObject object = find(resource, namespace, name, uid)
                .orElseThrow(() -> new RefusedException("there is no such object among the " + resource));
        if (!object.metadata().uid().equals(uid)) {
            throw new RefusedException("the uid is not that of the object among the " + resource);
        }
        if (deletedBefore(object, deletedSince)) {
            throw new RefusedException("the object among the " + resource + " has been deleted");
        }
        return object;
    }

    /** Returns an object; when the cache has none, or another one than asked for, as it is now. */
    Optional<ApiObject> find(String resource, String namespace, String name, String uid) throws RefusedException {
        try {
            Optional<ApiObject> known = access.cached(V1, resource, namespace, name)
                    .filter(object -> uid.isEmpty() || object.metadata().uid().equals(uid));
            return known.isPresent() ? known : access.get(V1, resource, namespace, name);
        } catch (ApiException failed) {
            throw new RefusedException("the " + resource + " cannot be looked at: " + failed.getMessage());
        }
    }

    private static boolean deletedBefore(ApiObject object, Instant time) {
        String deleted = object.metadata().deletionTimestamp();
        try {
            return !deleted.isEmpty() && Instant.parse(deleted).isBefore(time);
        } catch (DateTimeException notATime) {
            return true;
        }
    }
}
