package mortise.group.coordination;

import java.util.List;
import mortise.core.schema.Kinds;
import mortise.spi.group.ApiGroup;
import mortise.spi.group.ResourceDefinition;
import mortise.spi.group.WriteRule;
import mortise.spi.operations.ServerNames;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** The group {@code coordination.<api domain>}. */
@Component
public final class CoordinationGroup implements ApiGroup {

    private final String name;
    private final List<ResourceDefinition> resources;

    @Activate
    public CoordinationGroup(@Reference ServerNames names) {
        name = names.group("coordination");
        Kinds kinds = Kinds.load(CoordinationGroup.class).build();
        resources = List.of(
                // Two holders must never overwrite each other unseen, so an update names the version it saw.
                kinds.resource("leases")
                        .writeRules(WriteRule.CREATE_ON_UPDATE, WriteRule.UPDATE_NEEDS_VERSION)
                        .strategy(new LeaseStrategy())
                        .build(),
                kinds.resource("leasecandidates")
                        .writeRules(WriteRule.CREATE_ON_UPDATE, WriteRule.UPDATE_NEEDS_VERSION)
                        .strategy(new LeaseCandidateStrategy())
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
