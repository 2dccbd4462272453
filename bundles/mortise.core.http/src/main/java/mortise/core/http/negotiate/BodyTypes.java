package mortise.core.http.negotiate;

import java.util.Optional;
import mortise.core.codec.MetaMessages;
import mortise.core.registry.ServedResource;
import mortise.spi.group.ResourceVersion;
import mortise.spi.group.StructType;
import mortise.spi.group.SubresourceBehavior;
import mortise.spi.group.SubresourceDefinition;

/** Which types bodies have; those without a known type have no protobuf form. Pure. */
public final class BodyTypes {

    private BodyTypes() {
    }

    /**
     * Returns the type of the bodies of a path.
     *
     * @param subresource path below the object; empty for the object itself
     */
    public static Optional<StructType> of(ServedResource resource, String subresource) {
        for (SubresourceDefinition definition : resource.definition().subresources()) {
            if (definition.name().equals(subresource)) {
                if (definition.behavior() instanceof SubresourceBehavior.View view) {
                    return view.schema().type();
                }
                if (definition.behavior() instanceof SubresourceBehavior.Action action) {
                    return action.schema().type();
                }
            }
        }
        return of(resource);
    }

    /** Returns the type of a resource's objects in its version. */
    public static Optional<StructType> of(ServedResource resource) {
        for (ResourceVersion version : resource.definition().versions()) {
            if (version.name().equals(resource.version().version()) && version.schema().type().isPresent()) {
                return version.schema().type();
            }
        }
        boolean status = resource.kind().kind().equals("Status") && resource.version().toString().equals("v1");
        return status ? Optional.of(MetaMessages.STATUS) : Optional.empty();
    }
}
