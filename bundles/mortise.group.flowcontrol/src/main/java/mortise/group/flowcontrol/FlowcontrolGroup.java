package mortise.group.flowcontrol;

import java.util.List;
import mortise.core.schema.Kinds;
import mortise.spi.group.ApiGroup;
import mortise.spi.group.ResourceDefinition;
import mortise.spi.group.SubresourceDefinition;
import mortise.spi.group.WriteRule;
import mortise.spi.operations.ServerNames;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** The group {@code flowcontrol.apiserver.<api domain>}. */
@Component
public final class FlowcontrolGroup implements ApiGroup {

    private final String name;
    private final List<ResourceDefinition> resources;

    @Activate
    public FlowcontrolGroup(@Reference ServerNames names) {
        name = names.group("flowcontrol.apiserver");
        Kinds kinds = Kinds.load(FlowcontrolGroup.class).defaults(FlowcontrolDefaults::rules).build();
        resources = List.of(
                kinds.resource("flowschemas")
                        .writeRules(WriteRule.COUNTS_GENERATION)
                        .strategy(new FlowSchemaStrategy())
                        .subresource(SubresourceDefinition.status("FlowSchema", new ConditionStatusStrategy()))
                        .build(),
                kinds.resource("prioritylevelconfigurations")
                        .writeRules(WriteRule.COUNTS_GENERATION)
                        .strategy(new PriorityLevelStrategy())
                        .subresource(SubresourceDefinition.status(
                                "PriorityLevelConfiguration", new ConditionStatusStrategy()))
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
