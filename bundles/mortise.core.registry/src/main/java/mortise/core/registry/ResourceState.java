package mortise.core.registry;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import mortise.api.ApiException;
import mortise.api.ApiStatus;
import mortise.api.ErrorReason;
import mortise.api.GroupResource;
import mortise.api.GroupVersionKind;
import mortise.core.cache.CacheEntry;
import mortise.core.cache.CacheSnapshot;
import mortise.core.cache.ResourceCache;
import mortise.core.codec.MalformedBodyException;
import mortise.spi.group.ResourceDefinition;
import mortise.spi.group.SubresourceDefinition;
import mortise.spi.storage.Store;
import mortise.spi.storage.StoredValue;
import org.jspecify.annotations.Nullable;

/**
 * What all versions of one resource share while it is served: its cache and where it is stored. It is open from the
 * moment its group appears until the group goes; then every verb answers 404 while the stored objects stay.
 */
final class ResourceState implements AutoCloseable {

    static final ApiStatus GONE =
            ApiStatus.of(ErrorReason.NOT_FOUND, "the server could not find the requested resource");

    /** Why a writer who has seen another version is refused. */
    static final String MODIFIED =
            "the object has been modified; please apply your changes to the latest version and try again";

    private final GroupResource resource;
    private final ResourceDefinition definition;
    private final KeyLayout keys;
    private final Store store;
    private final @Nullable ResourceCache cache;
    private final Map<String, ServedResource> served = new ConcurrentHashMap<>();
    private final Turns turns = new Turns();
    private volatile boolean closed;

    ResourceState(
            GroupResource resource, ResourceDefinition definition, KeyLayout keys, Store store,
            @Nullable ResourceCache cache) {
        this.resource = resource;
        this.definition = definition;
        this.keys = keys;
        this.store = store;
        this.cache = cache;
    }

    /** Returns the state of a resource whose objects are not stored, which has no cache. */
    static ResourceState virtual(GroupResource resource, ResourceDefinition definition, Store store) {
        KeyLayout keys = KeyLayout.of(definition.storagePrefix(), definition.namespaced());
        return new ResourceState(resource, definition, keys, store, null);
    }

    /** Returns what is served of a version: always the same, so that a change of other groups costs nothing. */
    ServedResource served(String version, Function<String, ServedResource> make) {
        return served.computeIfAbsent(version, make);
    }

    GroupResource resource() {
        return resource;
    }

    ResourceDefinition definition() {
        return definition;
    }

    KeyLayout keys() {
        return keys;
    }

    Store store() {
        return store;
    }

    ResourceCache cache() {
        return Objects.requireNonNull(cache, "asked for the cache of objects that are not stored");
    }

    /**
     * Tries to write an object until no other writer is faster; see {@link Turns#write}.
     *
     * @throws ApiException 409 when others keep being faster
     */
    <T> T write(String namespace, String name, Supplier<Optional<T>> attempt) {
        return turns.write(namespace + "/" + name, attempt).orElseThrow(() -> modified(name));
    }

    /** Returns what a writer is told who has seen another version than the one that is stored. */
    ApiException modified(String name) {
        return ApiException.conflict(resource, name, MODIFIED);
    }

    /** Returns the kind that objects are stored as. */
    GroupVersionKind storedKind() {
        return storedKind(resource.group(), definition);
    }

    static GroupVersionKind storedKind(String group, ResourceDefinition definition) {
        return definition.storedKind().orElseGet(
                () -> new GroupVersionKind(group, definition.storageVersion(), definition.kind()));
    }

    /** Returns the path below objects of that name, nothing for an empty name; 404 when there is no such path. */
    Optional<SubresourceDefinition> subresource(String name) {
        if (name.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(definition.subresources().stream().filter(subresource -> subresource.name().equals(name))
                .findFirst().orElseThrow(() -> new ApiException(GONE)));
    }

    /** Throws 404 when the resource is not served any more. */
    void requireOpen() {
        if (closed) {
            throw new ApiException(GONE);
        }
    }

    /** Returns an object, most recent; 500 when it cannot be read. A name that cannot be a key has no object. */
    Optional<CacheEntry> current(String namespace, String name) {
        return canBeKey(namespace, name)
                ? find(cache().mostRecent(), keys.key(namespace, name)) : Optional.empty();
    }

    /** Returns the entry of a key; 500 when it cannot be read. */
    static Optional<CacheEntry> find(CacheSnapshot snapshot, String key) {
        Optional<CacheEntry> found = snapshot.get(key);
        if (found.isEmpty()) {
            snapshot.corrupt(key).ifPresent(corrupt -> {
                throw Corruption.unreadable(corrupt);
            });
        }
        return found;
    }

    /** Returns an object, most recent, when it cannot be read. */
    Optional<CacheEntry> currentCorrupt(String namespace, String name) {
        return canBeKey(namespace, name)
                ? cache().mostRecent().corrupt(keys.key(namespace, name)) : Optional.empty();
    }

    /** Returns an object, most recent; 404 when there is none. */
    CacheEntry require(String namespace, String name) {
        return current(namespace, name).orElseThrow(() -> ApiException.notFound(resource, name));
    }

    /** Returns the entry of bytes that are or could be stored. */
    CacheEntry entry(String key, byte[] stored, long revision) {
        return cache == null ? CacheEntry.of(key, stored, revision, definition.selectableFields())
                : cache.entry(key, stored, revision);
    }

    /** Returns the entry of what was committed. */
    CacheEntry committed(String key, byte[] stored, long revision) {
        return cache().committed(key, stored, revision);
    }

    /** Returns the entry of a stored value, which is corrupt and without a name when it cannot be read. */
    CacheEntry entry(StoredValue value) {
        if (!value.unreadable().isEmpty()) {
            return CacheEntry.unreadable(value.key(), "", "", value.modRevision(), value.unreadable());
        }
        try {
            return entry(value.key(), value.value(), value.modRevision());
        } catch (MalformedBodyException broken) {
            return CacheEntry.corrupt(value.key(), "", "", value.modRevision(), String.valueOf(broken.getMessage()));
        }
    }

    static boolean canBeKey(String namespace, String name) {
        return !name.isEmpty() && name.indexOf('/') < 0 && namespace.indexOf('/') < 0;
    }

    /** Ends the watches and lets every verb answer 404. */
    @Override
    public void close() {
        closed = true;
        if (cache != null) {
            cache.close(GONE);
        }
    }
}
