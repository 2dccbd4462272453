package mortise.tck.controller;

import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

/** The objects themselves. Whoever waits for a change waits on this object, whose lock guards every field. */
final class MemoryObjects implements ObjectAccess {

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
    private final List<MemoryChanges> followers = new ArrayList<>();
    /** Counts writes. */
    private long revision;

    MemoryObjects(InstantSource time) {
        this.time = time;
    }

    synchronized void serve(GroupVersion version, String resource) {
        served.putIfAbsent(new Resource(version, resource), new TreeMap<>());
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
        int slash = resource.indexOf('/');
        Resource place = new Resource(version, slash < 0 ? resource : resource.substring(0, slash));
        TreeMap<Key, ApiObject> all = objects(place);
        ApiObject updated = object.deepCopy();
        ObjectMeta metadata = updated.metadata();
        Key key = new Key(metadata.namespace(), metadata.name());
        ApiObject current = existing(place, all, key);
        String expected = metadata.resourceVersion();
        if (!expected.isEmpty() && !expected.equals(current.metadata().resourceVersion())) {
            throw ApiException.conflict(place.group(), key.name(), "the object has been modified; "
                    + "please apply your changes to the latest version and try again");
        }
        keepWhatTheServerOwns(metadata, current.metadata());
        if (updated.equals(current)) {
            return updated;
        }
        ApiObject stored = store(place, key, updated);
        if (isOver(metadata)) {
            remove(place, key);
        }
        return stored;
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
        if (deleted.metadata().deletionTimestamp().isEmpty()) {
            deleted.metadata().setDeletionTimestamp(now());
            store(place, key, deleted);
        }
        if (isOver(deleted.metadata())) {
            remove(place, key);
        }
    }

    @Override
    public synchronized ObjectChanges follow(Followed... followed) {
        var changes = new MemoryChanges(this, List.of(followed));
        for (Followed one : followed) {
            list(one.version(), one.resource(), one.namespace()).forEach(object -> changes.tell(
                    one.version(), one.resource(), Type.ADDED, object));
        }
        followers.add(changes);
        return changes;
    }

    /** Tells a follower nothing any more. */
    synchronized void forget(MemoryChanges follower) {
        followers.remove(follower);
    }

    private void tell(Resource place, Type type, ApiObject object) {
        followers.forEach(follower -> follower.tell(place.version(), place.name(), type, object));
        notifyAll();
    }

    private TreeMap<Key, ApiObject> objects(Resource resource) {
        TreeMap<Key, ApiObject> all = served.get(resource);
        if (all == null) {
            throw new ApiException(ApiStatus.of(
                    ErrorReason.NOT_FOUND, "the server could not find the requested resource"));
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
        boolean isNew = objects(place).put(key, object) == null;
        tell(place, isNew ? Type.ADDED : Type.MODIFIED, object);
        return object.deepCopy();
    }

    private void remove(Resource place, Key key) {
        tell(place, Type.DELETED, existing(place, objects(place), key));
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

    private static boolean isOver(ObjectMeta metadata) {
        return !metadata.deletionTimestamp().isEmpty() && metadata.finalizers().isEmpty();
    }

    private String generated(String prefix) {
        if (prefix.isEmpty()) {
            throw ApiException.badRequest("name or generateName is required");
        }
        return prefix + (revision + 1);
    }

    private String now() {
        return time.instant().truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
