package mortise.core.registry;

import mortise.api.GroupVersion;
import mortise.spi.group.ResourceDefinition;

/** A resource in one of its versions, as the snapshot holds it. */
record Served(GroupVersion version, ResourceDefinition definition, ResourceVerbs verbs, String bundle)
        implements ServedResource {
}
