package mortise.core.http.route;

import java.util.Optional;
import mortise.api.GroupVersionKind;
import mortise.core.http.exchange.ApiExchange;
import mortise.core.http.negotiate.Representation;
import mortise.core.http.render.Shape;
import mortise.core.registry.RegistrySnapshot;
import mortise.core.registry.ServedResource;
import mortise.spi.group.ObjectSchema;
import mortise.spi.group.SubresourceBehavior;
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
        Optional<ObjectSchema> own = below().flatMap(ResourceCall::ownSchema);
        return own.isPresent() ? shape(bodyKind(), own.get()) : shape(resource);
    }

    /** Returns the shape that the answer of an action is shown in. */
    Shape shape(GroupVersionKind answered) {
        if (subresource.isEmpty() && answered.equals(resource.kind())) {
            return shape(resource);
        }
        Optional<ObjectSchema> own = below().flatMap(ResourceCall::ownSchema);
        return shape(answered, answered.equals(bodyKind()) ? own.orElse(ObjectSchema.OPEN) : ObjectSchema.OPEN);
    }

    private Shape shape(GroupVersionKind kind, ObjectSchema schema) {
        return shape(BodyResource.of(kind, schema, resource));
    }

    private Shape shape(ServedResource shown) {
        return Shape.of(shown, representation);
    }

    /** Returns the kind that bodies for this path must be of. */
    GroupVersionKind bodyKind() {
        return below().map(SubresourceDefinition::kind)
                .map(kind -> kind.version().isEmpty() ? resource.version().kind(kind.kind()) : kind)
                .orElseGet(resource::kind);
    }

    private Optional<SubresourceDefinition> below() {
        return subresource.isEmpty() ? Optional.empty() : resource.definition().subresources().stream()
                .filter(definition -> definition.name().equals(subresource)).findFirst();
    }

    /** Returns what bodies look like when they are of a kind of their own. */
    private static Optional<ObjectSchema> ownSchema(SubresourceDefinition definition) {
        if (definition.behavior() instanceof SubresourceBehavior.View view) {
            return Optional.of(view.schema());
        }
        return definition.behavior() instanceof SubresourceBehavior.Action action
                ? Optional.of(action.schema()) : Optional.empty();
    }
}
