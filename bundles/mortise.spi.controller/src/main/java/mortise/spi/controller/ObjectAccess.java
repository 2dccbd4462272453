package mortise.spi.controller;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.ApiStatus;
import mortise.api.ErrorReason;
import mortise.api.GroupVersion;
import org.jspecify.annotations.Nullable;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Objects of any served resource, with the rights of the server itself and without HTTP. Validation and admission apply
 * as they do to everybody. Methods may be called from any thread, block until they are done, and fail with
 * {@link ApiException}: 404 when the resource is not served, 409 when a write lost a race, and so on.
 */
@ProviderType
public interface ObjectAccess {

    /** Returns an object, or nothing when there is none of that name. The caller may change it. */
    Optional<ApiObject> get(GroupVersion version, String resource, String namespace, String name);

    /**
     * Returns an object as the cache has it, without waiting for what was written a moment ago; nothing when it knows
     * none of that name. The caller may change it.
     */
    default Optional<ApiObject> cached(GroupVersion version, String resource, String namespace, String name) {
        return get(version, resource, namespace, name);
    }

    /** Says whether there is an object, most recent, without reading all of it. */
    default Presence presence(GroupVersion version, String resource, String namespace, String name) {
        return get(version, resource, namespace, name)
                .map(object -> object.metadata().deletionTimestamp().isEmpty() ? Presence.THERE : Presence.LEAVING)
                .orElse(Presence.ABSENT);
    }

    /** Returns every object of a resource; of all namespaces when {@code namespace} is empty. */
    List<ApiObject> list(GroupVersion version, String resource, String namespace);

    /**
     * Returns the metadata of an object, or nothing when there is none of that name: {@code apiVersion}, {@code kind}
     * and a {@code metadata} without {@code managedFields}. Costs as little as {@link Followed} says.
     */
    default Optional<ApiObject> getMetadata(GroupVersion version, String resource, String namespace, String name) {
        return get(version, resource, namespace, name).map(ObjectAccess::metadataOnly);
    }

    /**
     * Returns the metadata of every object of a resource, as {@link #getMetadata} does. Unmodifiable; an element is
     * made anew each time it is asked for, so that a long list takes next to no memory.
     */
    default List<ApiObject> listMetadata(GroupVersion version, String resource, String namespace) {
        return list(version, resource, namespace).stream().map(ObjectAccess::metadataOnly).toList();
    }

    private static ApiObject metadataOnly(ApiObject object) {
        object.tree().keySet().retainAll(Set.of("apiVersion", "kind", "metadata"));
        object.metadata().tree().remove("managedFields");
        return object;
    }

    /**
     * Creates an object and returns it as stored. The resource may be one with a path below it that takes a body, such
     * as {@code pods/binding}; then the object is that body, with the name of what it is about, and the answer of that
     * path is returned.
     */
    ApiObject create(GroupVersion version, String resource, ApiObject object);

    /**
     * Replaces an object, which must still have the {@code resourceVersion} it carries, and returns it as stored. The
     * resource may be one with a path below it that writes a part of the object, such as {@code pods/status}.
     */
    ApiObject update(GroupVersion version, String resource, ApiObject object);

    /**
     * Changes fields of an object, or of a part of it when the resource has a path below it, and returns it as stored.
     * Tries again when another writer was faster, unless the patch names a version.
     *
     * @param changes the fields as they shall be, as RFC 7386 says; {@code null} removes one. A {@code uid} and a
     *     {@code resourceVersion} in its {@code metadata} are those that the object must have
     * @throws ApiException 404 when there is no such object, 409 when it has another uid or another version
     */
    default ApiObject patch(GroupVersion version, String resource, String namespace, String name,
            Map<String, @Nullable Object> changes) {
        throw new ApiException(ApiStatus.of(ErrorReason.METHOD_NOT_ALLOWED, "objects cannot be patched here"));
    }

    /** Deletes an object as is usual for its kind. */
    default void delete(GroupVersion version, String resource, String namespace, String name) {
        delete(version, resource, namespace, name, Removal.USUAL);
    }

    /** Deletes an object; fails with 409 when it is not what {@code removal} says it must be. */
    void delete(GroupVersion version, String resource, String namespace, String name, Removal removal);

    /**
     * Returns every resource that is served now. Cheap and never blocks: the answer is made anew only after a change,
     * so whoever wants to notice one asks every second or so and compares the generation.
     */
    default ServedResources served() {
        throw new ApiException(ApiStatus.of(ErrorReason.METHOD_NOT_ALLOWED, "resources are not listed here"));
    }

    /**
     * Begins to follow objects. Each of them that there is comes as {@link ObjectChange.Type#ADDED} first, then
     * whatever becomes of them. The caller closes what is returned.
     *
     * @throws ApiException 405 where objects cannot be followed
     */
    default ObjectChanges follow(Followed... objects) {
        throw new ApiException(ApiStatus.of(ErrorReason.METHOD_NOT_ALLOWED, "objects cannot be followed here"));
    }
}
