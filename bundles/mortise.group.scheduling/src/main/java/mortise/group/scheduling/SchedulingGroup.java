package mortise.group.scheduling;

import java.util.List;
import mortise.core.schema.Kinds;
import mortise.spi.group.ApiGroup;
import mortise.spi.group.ResourceDefinition;
import mortise.spi.group.WriteRule;
import mortise.spi.operations.ServerNames;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** The group {@code scheduling.<api domain>}. */
@Component
public final class SchedulingGroup implements ApiGroup {

    private final String name;
    private final List<ResourceDefinition> resources;

    @Activate
    public SchedulingGroup(@Reference ServerNames names) {
        name = names.group("scheduling");
        Kinds kinds = Kinds.load(SchedulingGroup.class).build();
        resources = List.of(
                kinds.resource("priorityclasses")
                        .writeRules(WriteRule.COUNTS_GENERATION)
                        .strategy(new PriorityClassStrategy())
                        .build(),
                kinds.resource("podgroups").strategy(new PodGroupStrategy()).build(),
                kinds.resource("workloads").strategy(new WorkloadStrategy()).build());
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
