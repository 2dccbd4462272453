package mortise.core.registry;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.ApiStatus;
import mortise.api.ErrorReason;
import mortise.core.cache.CacheEntry;
import mortise.core.cache.CacheWatch;
import mortise.core.codec.JsonEncoder;
import mortise.spi.group.VirtualObjects;

/** The verbs on objects that are not stored: done when they are created, or computed when they are read. */
final class VirtualVerbs implements ResourceVerbs {

    private final ResourceState state;
    private final VersionForm form;
    private final VirtualObjects objects;
    private final Actions actions;

    VirtualVerbs(ResourceState state, VersionForm form, VirtualObjects objects, Resources shared) {
        this.state = state;
        this.form = form;
        this.objects = objects;
        this.actions = new Actions(state, form, shared);
    }

    @Override
    public CacheEntry get(GetRequest request) {
        state.requireOpen();
        return objects.list(request.namespace()).stream()
                .filter(object -> object.metadata().name().equals(request.name()))
                .map(this::entry).findFirst()
                .orElseThrow(() -> ApiException.notFound(state.resource(), request.name()));
    }

    @Override
    public ListPage list(ListRequest request) {
        state.requireOpen();
        ListRules.checkFields(request.options().fields(), state.definition());
        List<CacheEntry> entries = new ArrayList<>();
        for (ApiObject object : objects.list(request.namespace())) {
            CacheEntry entry = entry(object);
            if (request.options().labels().matches(entry.labels())
                    && request.options().fields().matches(entry::field)) {
                entries.add(entry);
            }
        }
        return new ListPage(0, entries, "", OptionalLong.empty());
    }

    private CacheEntry entry(ApiObject object) {
        form.schema().complete(object);
        return state.entry("", JsonEncoder.encodeStored(object), 0);
    }

    @Override
    public WriteResult create(WriteRequest request) {
        state.requireOpen();
        return actions.perform(request, objects);
    }

    @Override
    public CacheWatch watch(WatchRequest request, Runnable onReadable) {
        throw notAllowed();
    }

    @Override
    public WriteResult update(WriteRequest request) {
        throw notAllowed();
    }

    @Override
    public WriteResult patch(PatchRequest request) {
        throw notAllowed();
    }

    @Override
    public DeleteResult delete(DeleteRequest request) {
        throw notAllowed();
    }

    @Override
    public ListPage deleteCollection(DeleteCollectionRequest request) {
        throw notAllowed();
    }

    private static ApiException notAllowed() {
        return new ApiException(ApiStatus.of(ErrorReason.METHOD_NOT_ALLOWED,
                "the server does not allow this method on the requested resource"));
    }
}
