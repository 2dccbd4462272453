package mortise.core.http.route;

import java.util.Set;
import mortise.api.GroupVersion;
import mortise.api.GroupVersionKind;
import mortise.core.registry.ResourceVerbs;
import mortise.core.registry.ServedResource;
import mortise.spi.group.ObjectSchema;
import mortise.spi.group.ResourceDefinition;
import mortise.spi.group.ResourceVersion;

/**
 * The kind of the bodies of a path below an object, or of an action's answer, in the form of a resource, so that it is
 * rendered like any other kind.
 *
 * @param version version of the kind
 * @param definition a definition of nothing but the kind
 * @param of the resource that the path belongs to
 */
record BodyResource(GroupVersion version, ResourceDefinition definition, ServedResource of) implements ServedResource {

    static BodyResource of(GroupVersionKind kind, ObjectSchema schema, ServedResource resource) {
        ResourceDefinition whole = resource.definition();
        ResourceDefinition.Builder definition =
                ResourceDefinition.named(whole.plural(), whole.singular(), kind.kind()).verbs(Set.of())
                        .columns(ScaleColumns.of(kind))
                        .version(new ResourceVersion(kind.version(), true, schema));
        return new BodyResource(kind.groupVersion(), definition.build(), resource);
    }

    @Override
    public ResourceVerbs verbs() {
        return of.verbs();
    }

    @Override
    public String bundle() {
        return of.bundle();
    }
}
