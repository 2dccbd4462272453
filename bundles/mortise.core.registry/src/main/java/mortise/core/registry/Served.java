package mortise.core.registry;

import mortise.api.GroupVersion;
import mortise.spi.group.ResourceDefinition;
import mortise.spi.group.ResourceVersion;

/** A resource in one of its versions, as the snapshot holds it. */
record Served(
        GroupVersion version, ResourceDefinition definition, ResourceVersion facts, ResourceVerbs verbs, String bundle)
        implements ServedResource {
}
