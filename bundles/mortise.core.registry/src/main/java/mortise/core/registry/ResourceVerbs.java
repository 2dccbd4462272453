package mortise.core.registry;

import mortise.api.ApiException;
import mortise.api.ApiStatus;
import mortise.api.ErrorReason;
import mortise.core.cache.CacheEntry;
import mortise.core.cache.CacheWatch;
import mortise.spi.group.Connector;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The eight verbs on the objects of one resource in one version.
 *
 * <p>Called on the thread of the request, from many at once. Every method may block: reads for the cache to be recent
 * enough, writes for the store and for admission plug-ins. Each fails with {@link mortise.api.ApiException} for
 * everything that the caller is told; anything else is an internal error. Whether the resource has the verb at all is
 * the router's question and is not asked again.
 */
@ProviderType
public interface ResourceVerbs {

    /** Returns an object, or the view of it that a subresource gives. 404 when there is none. */
    CacheEntry get(GetRequest request);

    /** Returns a list, or a page of one. */
    ListPage list(ListRequest request);

    /**
     * Starts to follow changes. The caller closes the watch.
     *
     * @param onReadable called when the watch may have something to poll; see {@code ResourceCache.watch}
     */
    CacheWatch watch(WatchRequest request, Runnable onReadable);

    /**
     * Stores a new object; 409 when the name is taken. With a subresource, and for objects that are not stored, does
     * what the body says and returns the answer to that.
     */
    WriteResult create(WriteRequest request);

    /** Replaces an object, or its subresource. */
    WriteResult update(WriteRequest request);

    /** Changes an object, or its subresource, by a patch; tries again when another writer was faster. */
    WriteResult patch(PatchRequest request);

    /** Deletes an object, or marks it to be deleted when something holds it back. */
    DeleteResult delete(DeleteRequest request);

    /**
     * Returns where a request is to be passed on to. Has the query of the request when its own is absent.
     *
     * @throws ApiException 404 when there is no such object, 405 when the path does not pass requests on
     */
    default Connector.Target connect(ConnectRequest request) {
        throw new ApiException(ApiStatus.of(ErrorReason.METHOD_NOT_ALLOWED,
                "the server does not allow this method on the requested resource"));
    }

    /** Deletes what a list with the same options would return, and returns that list. */
    ListPage deleteCollection(DeleteCollectionRequest request);
}
