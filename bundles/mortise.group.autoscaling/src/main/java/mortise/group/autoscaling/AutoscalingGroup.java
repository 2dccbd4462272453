package mortise.group.autoscaling;

import java.util.List;
import java.util.Map;
import mortise.core.schema.Kinds;
import mortise.spi.group.ApiGroup;
import mortise.spi.group.ResourceDefinition;
import mortise.spi.group.SubresourceDefinition;
import org.osgi.service.component.annotations.Component;

/** The group {@code autoscaling}. Its name has no domain, so it is the same whatever the server is called. */
@Component
public final class AutoscalingGroup implements ApiGroup {

    private static final String KIND = "HorizontalPodAutoscaler";

    private final Kinds kinds = Kinds.load(AutoscalingGroup.class)
            .defaults(AutoscalerDefaults::rules)
            .cells(KIND, Map.of("Targets", AutoscalerCells::targets))
            .conversion("horizontalpodautoscalers", "v1", new AutoscalerConversion())
            .build();
    private final List<ResourceDefinition> resources = List.of(kinds.resource("horizontalpodautoscalers")
            .storageVersion("v2")
            .strategy(new AutoscalerStrategy())
            .subresource(SubresourceDefinition.status(KIND, new AutoscalerStatusStrategy()))
            .build());

    @Override
    public String name() {
        return "autoscaling";
    }

    @Override
    public List<ResourceDefinition> resources() {
        return resources;
    }
}
