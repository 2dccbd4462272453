package mortise.core.patch.apply;

import java.util.List;
import java.util.Optional;
import mortise.api.ApiException;
import mortise.api.ApiObject;

/**
 * Keeps {@code metadata.managedFields} of the objects of a kind, and applies what appliers want. Immutable, any thread;
 * never blocks.
 */
public final class FieldOwnership {

    /**
     * Makes the ownership of a resource or subresource.
     *
     * @param versions of the kind
     * @param reset paths of fields that writers of the resource cannot own, for example {@code [["status"]]} for the
     *     resource itself
     */
    public FieldOwnership(KindVersions versions, List<List<String>> reset) {
    }

    /**
     * Tracks a write that is no apply, and sets {@code metadata.managedFields} of the object.
     *
     * @param object what the caller wants, decoded and defaulted, before admission, in any version that is served
     * @param old the stored object in any version; nothing when the write creates; never changed
     */
    public void track(ApiObject object, Optional<ApiObject> old, FieldWriter writer) {
        throw new UnsupportedOperationException();
    }

    /**
     * Applies what a manager wants to an object.
     *
     * @param live the stored object in any version; nothing when the write creates; never changed
     * @param intent what the manager wants, with checked types but without defaults, in the version of the writer;
     *     never changed
     * @param force whether fields that others own are taken from them
     * @return the new object in the version of the writer, with {@code metadata.managedFields} and without defaults;
     *     shares nothing mutable with the arguments
     * @throws ApiException 409 when others own fields that the intent changes, and no force is used; 400, 422 or 500
     *     with the messages that clients know when intent or live object cannot be merged
     */
    public ApiObject apply(Optional<ApiObject> live, ApiObject intent, FieldWriter writer, boolean force) {
        throw new UnsupportedOperationException();
    }
}
