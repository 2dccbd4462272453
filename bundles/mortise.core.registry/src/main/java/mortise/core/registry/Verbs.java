package mortise.core.registry;

import mortise.core.cache.CacheEntry;
import mortise.core.cache.CacheWatch;
import mortise.spi.group.Connector;

/** The verbs on one resource in one version. */
final class Verbs implements ResourceVerbs {

    private final ResourceState state;
    private final Reads reads;
    private final Writes writes;
    private final Deletion deletion;
    private final CollectionDeletion collections;
    private final Views views;
    private final Actions actions;

    Verbs(ResourceState state, VersionForm form, Resources shared) {
        this.state = state;
        this.reads = new Reads(state, shared.gates());
        var tracking = new FieldTracking(state, form, shared.clock());
        var change = new Change(state, form, shared, tracking);
        this.deletion = new Deletion(state, form.workingKind(), shared);
        this.collections = new CollectionDeletion(state, reads, deletion, shared);
        this.views = new Views(state, form, shared, change);
        this.actions = new Actions(state, form, shared);
        this.writes = new Writes(state, form, new Creation(state, form, shared, tracking), change, views, actions,
                tracking);
    }

    @Override
    public CacheEntry get(GetRequest request) {
        state.requireOpen();
        CacheEntry entry = reads.get(request);
        return request.subresource().isEmpty() ? entry : views.read(entry, request.subresource());
    }

    @Override
    public ListPage list(ListRequest request) {
        state.requireOpen();
        return reads.list(request);
    }

    @Override
    public CacheWatch watch(WatchRequest request, Runnable onReadable) {
        state.requireOpen();
        return reads.watch(request, onReadable);
    }

    @Override
    public WriteResult create(WriteRequest request) {
        state.requireOpen();
        return writes.create(request);
    }

    @Override
    public WriteResult update(WriteRequest request) {
        state.requireOpen();
        return writes.update(request);
    }

    @Override
    public WriteResult patch(PatchRequest request) {
        state.requireOpen();
        return writes.patch(request);
    }

    @Override
    public DeleteResult delete(DeleteRequest request) {
        state.requireOpen();
        return deletion.delete(request);
    }

    @Override
    public Connector.Target connect(ConnectRequest request) {
        state.requireOpen();
        return actions.connect(request);
    }

    @Override
    public ListPage deleteCollection(DeleteCollectionRequest request) {
        state.requireOpen();
        return collections.delete(request);
    }
}
