package mortise.core.registry;

import mortise.api.GroupResource;
import mortise.api.GroupVersion;
import mortise.api.GroupVersionKind;
import mortise.spi.group.ResourceDefinition;
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

    /** Returns what can be done with its objects. */
    ResourceVerbs verbs();

    /** Returns the symbolic name of the bundle that provides the resource, to blame it by name. */
    String bundle();
}
