package mortise.tck.controller;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.ApiStatus;
import mortise.api.ErrorReason;
import mortise.api.GroupResource;
import mortise.api.GroupVersion;
import mortise.api.ObjectMeta;
import mortise.spi.controller.Followed;
import mortise.spi.controller.ObjectAccess;
import mortise.spi.controller.ObjectChange.Type;
import mortise.spi.controller.ObjectChanges;
import mortise.spi.controller.Removal;
import mortise.spi.controller.ResourceEntry;
import mortise.spi.controller.ServedResources;
import org.jspecify.annotations.Nullable;

/** The objects themselves. Whoever waits for a change waits on this object, whose lock guards every field. */
final class MemoryObjects implements ObjectAccess {

    private static final ApiStatus NOT_SERVED =
            ApiStatus.of(ErrorReason.NOT_FOUND, "the server could not find the requested resource");
    /** What a deletion of each kind waits for; the others are taken away. */
    private static final Map<String, String> PROPAGATION =
            Map.of("Orphan", "orphan", "Foreground", "foregroundDeletion");

    private record Resource(GroupVersion version, String name) {
        GroupResource group() {
            return new GroupResource(version.group(), name);
        }
    }

    /** Namespace and name, in the order of a list. */
    private record Key(String namespace, String name) implements Comparable<Key> {
        @Override
        public int compareTo(Key other) {
            int order = namespace.compareTo(other.namespace);
            return order != 0 ? order : name.compareTo(other.name);
        }
    }

    private final InstantSource time;
    private final Map<Resource, TreeMap<Key, ApiObject>> served = new HashMap<>();
    private final Map<Resource, ResourceEntry> entries = new LinkedHashMap<>();
    /** Counts changes of what is served. */
    private long generation;
    private final List<MemoryChanges> followers = new ArrayList<>();
    /** Counts writes. */
    private long revision;

    MemoryObjects(InstantSource time) {
        this.time = time;
    }

    synchronized void serve(ResourceEntry entry) {
        Resource resource = new Resource(entry.version(), entry.resource());
        served.putIfAbsent(resource, new TreeMap<>());
        entries.put(resource, entry);
        generation++;
        notifyAll();
    }

    synchronized void stopServing(GroupVersion version, String resource) {
        Resource place = new Resource(version, resource);
        served.remove(place);
        entries.remove(place);
        generation++;
        followers.forEach(follower -> follower.end(version, resource, NOT_SERVED));
        notifyAll();
    }

    synchronized void endFollowing(GroupVersion version, String resource) {
        ApiStatus slow = ApiStatus.of(ErrorReason.EXPIRED, "too slow, the test says");
        followers.forEach(follower -> follower.end(version, resource, slow));
        notifyAll();
    }

    @Override
    public synchronized ServedResources served() {
        return new ServedResources(generation, List.copyOf(entries.values()));
    }

    static ApiObject metadataOnly(ApiObject object) {
        object.tree().keySet().retainAll(Set.of("apiVersion", "kind", "metadata"));
        object.metadata().tree().remove("managedFields");
        return object;
    }

    @Override
    public synchronized Optional<ApiObject> get(
            GroupVersion version, String resource, String namespace, String name) {
        ApiObject object = objects(new Resource(version, resource)).get(new Key(namespace, name));
        return Optional.ofNullable(object).map(ApiObject::deepCopy);
    }

    @Override
    public synchronized List<ApiObject> list(GroupVersion version, String resource, String namespace) {
        List<ApiObject> found = new ArrayList<>();
        objects(new Resource(version, resource)).forEach((key, object) -> {
            if (namespace.isEmpty() || key.namespace().equals(namespace)) {
                found.add(object.deepCopy());
            }
        });
        return found;
    }

    @Override
    public synchronized ApiObject create(GroupVersion version, String resource, ApiObject object) {
        Resource place = new Resource(version, resource);
        TreeMap<Key, ApiObject> all = objects(place);
        ApiObject created = object.deepCopy();
        ObjectMeta metadata = created.metadata();
        if (!metadata.resourceVersion().isEmpty()) {
            throw ApiException.badRequest("resourceVersion should not be set on objects to be created");
        }
        if (metadata.name().isEmpty()) {
            metadata.setName(generated(metadata.generateName()));
        }
        Key key = new Key(metadata.namespace(), metadata.name());
        if (all.containsKey(key)) {
            throw ApiException.alreadyExists(place.group(), key.name());
        }
        metadata.setUid("uid-" + (revision + 1));
        metadata.setCreationTimestamp(now());
        return store(place, key, created);
    }

    @Override
    public synchronized ApiObject update(GroupVersion version, String resource, ApiObject object) {
        Resource place = new Resource(version, plural(resource));
        TreeMap<Key, ApiObject> all = objects(place);
        ObjectMeta sent = object.metadata();
        Key key = new Key(sent.namespace(), sent.name());
        ApiObject current = existing(place, all, key);
        checkVersion(place, current, sent.resourceVersion());
        ApiObject updated = MemoryParts.replaced(current, object, below(resource));
        keepWhatTheServerOwns(updated.metadata(), current.metadata());
        if (updated.equals(current)) {
            return updated;
        }
        ApiObject stored = store(place, key, updated);
        if (isOver(updated)) {
            remove(place, key);
        }
        return stored;
    }

    @Override
    public synchronized ApiObject patch(GroupVersion version, String resource, String namespace, String name,
            Map<String, @Nullable Object> changes) {
        Resource place = new Resource(version, plural(resource));
        ApiObject current = existing(place, objects(place), new Key(namespace, name));
        String uid = new ApiObject(changes).textAt("metadata", "uid");
        if (!uid.isEmpty() && !uid.equals(current.metadata().uid())) {
            throw ApiException.conflict(place.group(), name, "Precondition failed: UID in precondition: " + uid
                    + ", UID in object meta: " + current.metadata().uid());
        }
        ApiObject patched = current.deepCopy();
        MemoryParts.merge(patched.tree(), changes);
        return update(version, resource, patched);
    }

    private static void checkVersion(Resource place, ApiObject current, String expected) {
        if (!expected.isEmpty() && !expected.equals(current.metadata().resourceVersion())) {
            throw ApiException.conflict(place.group(), current.metadata().name(), "the object has been modified; "
                    + "please apply your changes to the latest version and try again");
        }
    }

    private static String plural(String resource) {
        int slash = resource.indexOf('/');
        return slash < 0 ? resource : resource.substring(0, slash);
    }

    private static String below(String resource) {
        return resource.substring(Math.min(resource.length(), plural(resource).length() + 1));
    }

    @Override
    public synchronized void delete(
            GroupVersion version, String resource, String namespace, String name, Removal removal) {
        Resource place = new Resource(version, resource);
        TreeMap<Key, ApiObject> all = objects(place);
        Key key = new Key(namespace, name);
        ApiObject deleted = existing(place, all, key).deepCopy();
        boolean meant = removal.uid().map(deleted.metadata().uid()::equals).orElse(true)
                && removal.resourceVersion().map(deleted.metadata().resourceVersion()::equals).orElse(true);
        if (!meant) {
            throw ApiException.conflict(place.group(), name, "it is not the one in the precondition");
        }
        boolean first = deleted.metadata().deletionTimestamp().isEmpty();
        boolean changed = propagate(deleted.metadata(), removal) || first;
        if (first) {
            deleted.metadata().setDeletionTimestamp(now());
            if (MemoryParts.holdsFinalizersInSpec(deleted)) {
                deleted.structAt("status").put("phase", "Terminating");
            }
        }
        if (changed) {
            store(place, key, deleted);
        }
        if (isOver(deleted)) {
            remove(place, key);
        }
    }

    /** Puts down what the deletion waits for, and says whether that changed anything. */
    private static boolean propagate(ObjectMeta metadata, Removal removal) {
        if (removal.propagationPolicy().isEmpty()) {
            return false;
        }
        List<String> finalizers = new ArrayList<>(metadata.finalizers());
        finalizers.removeAll(PROPAGATION.values());
        Optional.ofNullable(PROPAGATION.get(removal.propagationPolicy().get())).ifPresent(finalizers::add);
        boolean changed = !finalizers.equals(metadata.finalizers());
        metadata.setFinalizers(finalizers);
        return changed;
    }

    @Override
    public synchronized ObjectChanges follow(Followed... followed) {
        var changes = new MemoryChanges(this);
        List.of(followed).forEach(changes::add);
        followers.add(changes);
        return changes;
    }

    /** Tells a follower nothing any more. */
    synchronized void forget(MemoryChanges follower) {
        followers.remove(follower);
    }

    private void tell(Resource place, Type type, @Nullable ApiObject before, ApiObject object) {
        followers.forEach(follower -> follower.tell(place.version(), place.name(), type, before, object));
        notifyAll();
    }

    private TreeMap<Key, ApiObject> objects(Resource resource) {
        TreeMap<Key, ApiObject> all = served.get(resource);
        if (all == null) {
            throw new ApiException(NOT_SERVED);
        }
        return all;
    }

    private static ApiObject existing(Resource place, TreeMap<Key, ApiObject> all, Key key) {
        ApiObject object = all.get(key);
        if (object == null) {
            throw ApiException.notFound(place.group(), key.name());
        }
        return object;
    }

    private ApiObject store(Resource place, Key key, ApiObject object) {
        object.metadata().setResourceVersion(Long.toString(++revision));
        ApiObject before = objects(place).put(key, object);
        tell(place, before == null ? Type.ADDED : Type.MODIFIED, before, object);
        return object.deepCopy();
    }

    private void remove(Resource place, Key key) {
        tell(place, Type.DELETED, null, existing(place, objects(place), key));
        objects(place).remove(key);
    }

    private static void keepWhatTheServerOwns(ObjectMeta metadata, ObjectMeta current) {
        metadata.setResourceVersion(current.resourceVersion());
        metadata.setUid(current.uid());
        metadata.setCreationTimestamp(current.creationTimestamp());
        if (current.deletionTimestamp().isEmpty()) {
            metadata.tree().remove("deletionTimestamp");
        } else {
            metadata.setDeletionTimestamp(current.deletionTimestamp());
        }
    }

    private static boolean isOver(ApiObject object) {
        return !object.metadata().deletionTimestamp().isEmpty() && object.metadata().finalizers().isEmpty()
                && !MemoryParts.holdsFinalizersInSpec(object);
    }

    private String generated(String prefix) {
        if (prefix.isEmpty()) {
            throw ApiException.badRequest("name or generateName is required");
        }
        return prefix + (revision + 1);
    }

    private String now() {
        return ObjectMeta.time(time.instant());
    }
}
