package mortise.core.registry;

import java.util.ArrayList;
import java.util.List;
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
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Gives controllers the verbs without HTTP. */
@Component
public final class ServerObjects implements ObjectAccess {

    private static final UserInfo SERVER = UserInfo.of("system:apiserver", UserInfo.MASTERS, UserInfo.AUTHENTICATED);

    private final Registry registry;

    @Activate
    public ServerObjects(@Reference Registry registry) {
        this.registry = registry;
    }

    @Override
    public Optional<ApiObject> get(GroupVersion version, String resource, String namespace, String name) {
        ServedResource served = require(version, resource);
        return entry(served, namespace, name).map(served::object);
    }

    @Override
    public Presence presence(GroupVersion version, String resource, String namespace, String name) {
        return entry(require(version, resource), namespace, name)
                .map(entry -> entry.terminating() ? Presence.LEAVING : Presence.THERE).orElse(Presence.ABSENT);
    }

    private static Optional<CacheEntry> entry(ServedResource served, String namespace, String name) {
        try {
            return Optional.of(served.verbs().get(new GetRequest(namespace, name, "")));
        } catch (ApiException failed) {
            if (failed.status().reason() == ErrorReason.NOT_FOUND) {
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

    private static WriteRequest request(String name, String subresource, ApiObject object) {
        var body = new Decoded(object.deepCopy().tree(), List.of());
        return new WriteRequest(SERVER, object.metadata().namespace(), name, subresource, body, WriteOptions.DEFAULT);
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
        require(version, resource).verbs().delete(new DeleteRequest(SERVER, namespace, name, options));
    }

    @Override
    public ObjectChanges follow(Followed... objects) {
        var changes = new ServerChanges();
        try {
            for (Followed followed : objects) {
                changes.add(followed, require(followed.version(), followed.resource()));
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
