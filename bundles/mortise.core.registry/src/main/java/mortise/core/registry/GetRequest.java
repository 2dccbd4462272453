package mortise.core.registry;

/**
 * Which object to read.
 *
 * @param namespace empty for a cluster-scoped resource
 * @param name name of the object
 * @param subresource path below the object, whose view of it is wanted; empty for the object itself
 * @param resourceVersion how recent the answer must be; empty for the most recent, {@code 0} for any
 */
public record GetRequest(String namespace, String name, String subresource, String resourceVersion) {

    /** Asks for the object itself. */
    public GetRequest(String namespace, String name, String resourceVersion) {
        this(namespace, name, "", resourceVersion);
    }
}
