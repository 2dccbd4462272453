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
import mortise.spi.controller.ObjectAccess;
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
        try {
            return Optional.of(served.verbs().get(new GetRequest(namespace, name, "")).toObject(served.kind()));
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
            objects.add(entry.toObject(served.kind()));
        }
        return objects;
    }

    @Override
    public ApiObject create(GroupVersion version, String resource, ApiObject object) {
        ServedResource served = require(version, resource);
        return served.verbs().create(request("", object)).entry().toObject(served.kind());
    }

    @Override
    public ApiObject update(GroupVersion version, String resource, ApiObject object) {
        ServedResource served = require(version, resource);
        return served.verbs().update(request(object.metadata().name(), object)).entry().toObject(served.kind());
    }

    private static WriteRequest request(String name, ApiObject object) {
        var body = new Decoded(object.deepCopy().tree(), List.of());
        return new WriteRequest(SERVER, object.metadata().namespace(), name, "", body, WriteOptions.DEFAULT);
    }

    @Override
    public void delete(GroupVersion version, String resource, String namespace, String name) {
        require(version, resource).verbs().delete(new DeleteRequest(SERVER, namespace, name, DeleteOptions.DEFAULT));
    }

    private ServedResource require(GroupVersion version, String resource) {
        return registry.snapshot().find(version.group(), version.version(), resource)
                .orElseThrow(() -> new ApiException(ResourceState.GONE));
    }
}
