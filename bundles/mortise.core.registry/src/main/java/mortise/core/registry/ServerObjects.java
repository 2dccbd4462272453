package mortise.core.registry;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.ErrorReason;
import mortise.api.GroupVersion;
import mortise.api.UserInfo;
import mortise.core.cache.CacheEntry;
import mortise.core.codec.Decoded;
import mortise.spi.controller.Followed;
import mortise.spi.controller.ObjectAccess;
import mortise.spi.controller.ObjectChanges;
import mortise.spi.controller.Presence;
import mortise.spi.controller.Removal;
import mortise.spi.controller.ServedResources;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Gives controllers the verbs without HTTP. */
@Component
public final class ServerObjects implements ObjectAccess {

    private static final ServedResources NOTHING = new ServedResources(0, List.of());

    /** What a reader asks for that takes whatever the cache has. */
    private static final String ANY_VERSION = "0";

    private final Registry registry;
    private final UserInfo user;
    /** What was told last; made by whoever asks first after a change. */
    private volatile ServedResources served = NOTHING;

    @Activate
    public ServerObjects(@Reference Registry registry) {
        this(registry, ControllerFacts.SERVER);
    }

    /** Makes one of which admission sees the writes as those of a user. */
    ServerObjects(Registry registry, UserInfo user) {
        this.registry = registry;
        this.user = user;
    }

    @Override
    public Optional<ApiObject> get(GroupVersion version, String resource, String namespace, String name) {
        return find(version, resource, new GetRequest(namespace, name, ""));
    }

    @Override
    public Optional<ApiObject> cached(GroupVersion version, String resource, String namespace, String name) {
        return find(version, resource, new GetRequest(namespace, name, ANY_VERSION));
    }

    private Optional<ApiObject> find(GroupVersion version, String resource, GetRequest request) {
        ServedResource served = require(version, resource);
        return found(served, request).map(served::object);
    }

    @Override
    public Presence presence(GroupVersion version, String resource, String namespace, String name) {
        return found(require(version, resource), new GetRequest(namespace, name, ""))
                .map(entry -> entry.terminating() ? Presence.LEAVING : Presence.THERE).orElse(Presence.ABSENT);
    }

    private static Optional<CacheEntry> found(ServedResource served, GetRequest request) {
        try {
            return Optional.of(served.verbs().get(request));
        } catch (ApiException failed) {
            // A resource that was found a moment ago may just be going.
            if (failed.status().reason() == ErrorReason.NOT_FOUND && !failed.status().equals(ResourceState.GONE)) {
                return Optional.empty();
            }
            throw failed;
        }
    }

    @Override
    public List<ApiObject> list(GroupVersion version, String resource, String namespace) {
        ServedResource served = require(version, resource);
        var objects = new ArrayList<ApiObject>();
        ListPage page = served.verbs().list(new ListRequest(namespace, ListOptions.ALL));
        for (CacheEntry entry : page.entries()) {
            objects.add(served.object(entry));
        }
        return objects;
    }

    @Override
    public Optional<ApiObject> getMetadata(GroupVersion version, String resource, String namespace, String name) {
        ServedResource served = require(version, resource);
        return found(served, new GetRequest(namespace, name, "")).map(entry -> MetadataOnly.of(entry, served.kind()));
    }

    @Override
    public List<ApiObject> listMetadata(GroupVersion version, String resource, String namespace) {
        ServedResource served = require(version, resource);
        var entries = new ArrayList<CacheEntry>();
        served.verbs().list(new ListRequest(namespace, ListOptions.ALL)).entries().forEach(entries::add);
        return new AbstractList<>() {
            @Override
            public ApiObject get(int index) {
                return MetadataOnly.of(entries.get(index), served.kind());
            }

            @Override
            public int size() {
                return entries.size();
            }
        };
    }

    @Override
    public ApiObject create(GroupVersion version, String resource, ApiObject object) {
        ServedResource served = require(version, plural(resource));
        String name = below(resource).isEmpty() ? "" : object.metadata().name();
        WriteResult result = served.verbs().create(request(name, below(resource), object));
        return result.kind().map(result.entry()::toObject).orElseGet(() -> served.object(result.entry()));
    }

    @Override
    public ApiObject update(GroupVersion version, String resource, ApiObject object) {
        ServedResource served = require(version, plural(resource));
        WriteRequest request = request(object.metadata().name(), below(resource), object);
        return served.object(served.verbs().update(request).entry());
    }

    @Override
    public ApiObject patch(GroupVersion version, String resource, String namespace, String name,
            Map<String, @Nullable Object> changes) {
        ServedResource served = require(version, plural(resource));
        var request = new PatchRequest(user, namespace, name, below(resource), PatchType.MERGE,
                new Decoded(ApiObject.copy(changes), List.of()), WriteOptions.DEFAULT);
        String uid = new ApiObject(changes).textAt("metadata", "uid");
        checkUid(served, namespace, name, uid);
        try {
            return served.object(served.verbs().patch(request).entry());
        } catch (ApiException failed) {
            // Another object may have got the name meanwhile, and its uid cannot be changed.
            if (failed.status().reason() == ErrorReason.INVALID) {
                checkUid(served, namespace, name, uid);
            }
            throw failed;
        }
    }

    private static void checkUid(ServedResource served, String namespace, String name, String uid) {
        if (uid.isEmpty()) {
            return;
        }
        CacheEntry entry = served.verbs().get(new GetRequest(namespace, name, ""));
        if (!entry.uid().equals(uid)) {
            throw ApiException.conflict(served.resource(), name, "Precondition failed: UID in precondition: " + uid
                    + ", UID in object meta: " + entry.uid());
        }
    }

    private WriteRequest request(String name, String subresource, ApiObject object) {
        var body = new Decoded(object.deepCopy().tree(), List.of());
        return new WriteRequest(user, object.metadata().namespace(), name, subresource, body, WriteOptions.DEFAULT);
    }

    private static String plural(String resource) {
        int slash = resource.indexOf('/');
        return slash < 0 ? resource : resource.substring(0, slash);
    }

    private static String below(String resource) {
        return resource.substring(Math.min(resource.length(), plural(resource).length() + 1));
    }

    @Override
    public void delete(GroupVersion version, String resource, String namespace, String name, Removal removal) {
        var options = new DeleteOptions(removal.gracePeriodSeconds(), removal.uid(), removal.resourceVersion(),
                removal.propagationPolicy(), Optional.empty(), false);
        require(version, resource).verbs().delete(new DeleteRequest(user, namespace, name, options));
    }

    @Override
    public ServedResources served() {
        RegistrySnapshot snapshot = registry.snapshot();
        ServedResources known = served;
        if (known.generation() != snapshot.generation() || known == NOTHING) {
            known = ServedList.of(snapshot);
            served = known;
        }
        return known;
    }

    @Override
    public ObjectChanges follow(Followed... objects) {
        var changes = new ServerChanges(followed -> require(followed.version(), followed.resource()));
        try {
            for (Followed followed : objects) {
                changes.add(followed);
            }
            return changes;
        } catch (RuntimeException failed) {
            changes.close();
            throw failed;
        }
    }

    private ServedResource require(GroupVersion version, String resource) {
        return registry.snapshot().find(version.group(), version.version(), resource)
                .orElseThrow(() -> new ApiException(ResourceState.GONE));
    }
}
