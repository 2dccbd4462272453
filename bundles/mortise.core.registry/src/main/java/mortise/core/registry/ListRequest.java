package mortise.core.registry;

/**
 * What to list.
 *
 * @param namespace empty for all namespaces, and for a cluster-scoped resource
 * @param options as the query says
 */
public record ListRequest(String namespace, ListOptions options) {
}
