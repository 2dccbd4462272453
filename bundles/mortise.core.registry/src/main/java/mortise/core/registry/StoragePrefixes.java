package mortise.core.registry;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import mortise.api.GroupResource;
import mortise.spi.storage.StoredResources;

/** Where each resource is stored that was served since the store was taken; grows with the groups. Any thread. */
final class StoragePrefixes implements StoredResources {

    private final Map<String, GroupResource> byPrefix = new ConcurrentHashMap<>();

    /** Notes a resource, to be done before anything of it is read or written; the first of several that share stays. */
    void add(String prefix, GroupResource resource) {
        byPrefix.putIfAbsent(prefix, resource);
    }

    @Override
    public Optional<GroupResource> ofKey(String key) {
        // A name of an object may not have a slash, so the longest prefix that is known is the right one.
        for (int slash = key.lastIndexOf('/'); slash > 0; slash = key.lastIndexOf('/', slash - 1)) {
            GroupResource found = byPrefix.get(key.substring(0, slash + 1));
            if (found != null) {
                return Optional.of(found);
            }
        }
        return Optional.empty();
    }
}
