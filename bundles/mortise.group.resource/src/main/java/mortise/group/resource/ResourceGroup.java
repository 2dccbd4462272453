package mortise.group.resource;

import java.time.Clock;
import java.util.List;
import java.util.Map;
import mortise.core.schema.Kinds;
import mortise.spi.group.ApiGroup;
import mortise.spi.group.ResourceDefinition;
import mortise.spi.group.SubresourceDefinition;
import mortise.spi.group.WriteRule;
import mortise.spi.operations.ServerNames;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** The group {@code resource.<api domain>}. */
@Component
public final class ResourceGroup implements ApiGroup {

    private final String name;
    private final List<ResourceDefinition> resources;

    @Activate
    public ResourceGroup(@Reference ServerNames names) {
        this(names, Clock.systemUTC());
    }

    ResourceGroup(ServerNames names, Clock clock) {
        name = names.group("resource");
        Kinds kinds = Kinds.load(ResourceGroup.class)
                .defaults(() -> ResourceDefaults.rules(clock))
                .cells("ResourceClaim", Map.of("State", ResourceCells::claimState))
                .cells("ResourcePoolStatusRequest", Map.of("Status", ResourceCells::requestStatus))
                .conversion("resourceclaims", "v1beta1", new FlatRequests("spec", "devices"))
                .conversion("resourceclaimtemplates", "v1beta1", new FlatRequests("spec", "spec", "devices"))
                .conversion("resourceslices", "v1beta1", new BasicDevices())
                .build();
        resources = List.of(
                kinds.resource("deviceclasses").writeRules(WriteRule.COUNTS_GENERATION)
                        .strategy(new DeviceClassStrategy()).build(),
                kinds.resource("devicetaintrules").writeRules(WriteRule.COUNTS_GENERATION)
                        .strategy(new TaintRuleStrategy())
                        .subresource(SubresourceDefinition.status(
                                "DeviceTaintRule", new TaintRuleStatusStrategy()))
                        .build(),
                kinds.resource("resourceclaims").strategy(new ClaimStrategy())
                        .subresource(SubresourceDefinition.status("ResourceClaim", new ClaimStatusStrategy())).build(),
                kinds.resource("resourceclaimtemplates").strategy(new ClaimTemplateStrategy()).build(),
                kinds.resource("resourcepoolstatusrequests").strategy(new PoolRequestStrategy())
                        .subresource(SubresourceDefinition.status(
                                "ResourcePoolStatusRequest", new PoolRequestStatusStrategy()))
                        .build(),
                kinds.resource("resourceslices").writeRules(WriteRule.COUNTS_GENERATION)
                        .strategy(new SliceStrategy()).build());
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
