package mortise.group.node;

import java.util.List;
import mortise.core.schema.Kinds;
import mortise.core.workload.PodDefaults;
import mortise.spi.group.ApiGroup;
import mortise.spi.group.ResourceDefinition;
import mortise.spi.group.WriteRule;
import mortise.spi.operations.ServerNames;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** The group {@code node.<api domain>}. */
@Component
public final class NodeGroup implements ApiGroup {

    private final String name;
    private final List<ResourceDefinition> resources;

    @Activate
    public NodeGroup(@Reference ServerNames names) {
        name = names.group("node");
        Kinds kinds = Kinds.load(NodeGroup.class).defaults(PodDefaults::rules).build();
        resources = List.of(kinds.resource("runtimeclasses")
                .writeRules(WriteRule.CREATE_ON_UPDATE, WriteRule.UPDATE_NEEDS_VERSION)
                .strategy(new RuntimeClassStrategy())
                .build());
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public List<ResourceDefinition> resources() {
        return resources;
    }
}
