package mortise.group.discovery;

import java.util.List;
import mortise.core.schema.Kinds;
import mortise.spi.group.ApiGroup;
import mortise.spi.group.ResourceDefinition;
import mortise.spi.group.WriteRule;
import mortise.spi.operations.ServerNames;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** The group {@code discovery.<api domain>}. */
@Component
public final class DiscoveryGroup implements ApiGroup {

    private final String name;
    private final List<ResourceDefinition> resources;

    @Activate
    public DiscoveryGroup(@Reference ServerNames names) {
        name = names.group("discovery");
        resources = List.of(Kinds.load(DiscoveryGroup.class).build().resource("endpointslices")
                .writeRules(WriteRule.COUNTS_GENERATION)
                .strategy(new EndpointSliceStrategy())
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
