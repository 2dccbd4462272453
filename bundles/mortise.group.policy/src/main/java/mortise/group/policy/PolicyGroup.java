package mortise.group.policy;

import java.util.List;
import mortise.core.schema.Kinds;
import mortise.spi.group.ApiGroup;
import mortise.spi.group.ResourceDefinition;
import mortise.spi.group.WriteRule;
import org.osgi.service.component.annotations.Component;

/** The group {@code policy}. Its name has no domain, so it is the same whatever the server is called. */
@Component
public final class PolicyGroup implements ApiGroup {

    private final List<ResourceDefinition> resources = List.of(
            Kinds.load(PolicyGroup.class).build().resource("poddisruptionbudgets")
                    .writeRules(WriteRule.COUNTS_GENERATION, WriteRule.UPDATE_NEEDS_VERSION)
                    .strategy(new BudgetStrategy())
                    .build());

    @Override
    public String name() {
        return "policy";
    }

    @Override
    public List<ResourceDefinition> resources() {
        return resources;
    }
}
