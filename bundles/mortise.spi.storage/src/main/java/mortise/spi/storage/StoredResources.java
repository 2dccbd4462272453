package mortise.spi.storage;

import java.util.Optional;
import mortise.api.GroupResource;
import org.osgi.annotation.versioning.ProviderType;

/** Which resource the object of a key is of. Any thread; what it knows of a key does not change. */
@ProviderType
@FunctionalInterface
public interface StoredResources {

    /**
     * Returns the resource, with the group that its objects are stored as; nothing when no resource has been served
     * that is stored there.
     *
     * @param key a key, or the prefix of a resource's keys with a slash at the end
     */
    Optional<GroupResource> ofKey(String key);
}
