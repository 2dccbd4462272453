package mortise.core.registry;

import mortise.api.ApiObject;
import mortise.api.GroupResource;
import mortise.api.GroupVersion;
import mortise.api.GroupVersionKind;
import mortise.core.cache.CacheEntry;
import mortise.spi.group.Conversion;
import mortise.spi.group.ResourceDefinition;
import mortise.spi.group.ResourceVersion;
import org.osgi.annotation.versioning.ProviderType;

/** A resource in one of its versions. Immutable. */
@ProviderType
public interface ServedResource {

    /** Returns the version that this is about. */
    GroupVersion version();

    /** Returns the facts of the resource. */
    ResourceDefinition definition();

    /** Returns the kind of its objects in this version. */
    default GroupVersionKind kind() {
        return new GroupVersionKind(version().group(), version().version(), definition().kind());
    }

    /** Returns the name that messages and authorization use. */
    default GroupResource resource() {
        return new GroupResource(version().group(), definition().plural());
    }

    /** Returns the facts of this version. */
    default ResourceVersion facts() {
        return definition().versions().stream().filter(other -> other.name().equals(version().version())).findFirst()
                .orElseThrow(() -> new IllegalStateException(resource() + " has no version " + version().version()));
    }

    /** Returns the kind that its stored objects, and so the bodies of its entries, are of. */
    default GroupVersionKind storedKind() {
        return ResourceState.storedKind(version().group(), definition());
    }

    /** Says whether its objects have other fields than stored ones. */
    default boolean converted() {
        return facts().conversion() != Conversion.NONE;
    }

    /** Returns an object in this version as a fresh tree. */
    default ApiObject object(CacheEntry entry) {
        return VersionForm.shown(entry, kind(), facts(), storedKind());
    }

    /** Returns what can be done with its objects. */
    ResourceVerbs verbs();

    /** Returns the symbolic name of the bundle that provides the resource, to blame it by name. */
    String bundle();
}
