package mortise.core.http.route;

import mortise.api.GroupVersionKind;
import mortise.core.http.exchange.ApiExchange;
import mortise.core.http.negotiate.Representation;
import mortise.core.http.render.Shape;
import mortise.core.registry.RegistrySnapshot;
import mortise.core.registry.ServedResource;
import mortise.spi.group.SubresourceDefinition;

/**
 * A request that has found its resource.
 *
 * @param exchange the request
 * @param registry what is served while it is worked on
 * @param resource what it is about
 * @param namespace namespace from the path; empty for resources without one and for all namespaces
 * @param name name from the path; empty for a collection
 * @param subresource path below the object; empty for the object itself
 * @param representation the form of the answer
 */
record ResourceCall(
        ApiExchange exchange,
        RegistrySnapshot registry,
        ServedResource resource,
        String namespace,
        String name,
        String subresource,
        Representation representation) {

    /** Returns the shape that objects are shown in. */
    Shape shape() {
        return Shape.of(resource, representation, exchange.plugins().apiDomain());
    }

    /** Returns the kind that bodies for this path must be of. */
    GroupVersionKind bodyKind() {
        for (SubresourceDefinition definition : resource.definition().subresources()) {
            if (definition.name().equals(subresource)) {
                GroupVersionKind kind = definition.kind();
                return kind.version().isEmpty() ? resource.version().kind(kind.kind()) : kind;
            }
        }
        return resource.kind();
    }
}
