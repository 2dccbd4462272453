package mortise.group.apps;

import java.util.List;
import java.util.Map;
import mortise.core.schema.Kinds;
import mortise.core.workload.PodDefaults;
import mortise.core.workload.Scales;
import mortise.spi.group.ApiGroup;
import mortise.spi.group.ResourceDefinition;
import mortise.spi.group.ResourceStrategy;
import mortise.spi.group.SubresourceDefinition;
import mortise.spi.group.WriteRule;
import org.osgi.service.component.annotations.Component;

/** The group {@code apps}. Its name has no domain, so it is the same whatever the server is called. */
@Component
public final class AppsGroup implements ApiGroup {

    private final Kinds kinds = Kinds.load(AppsGroup.class)
            .defaults(PodDefaults::rules)
            .defaults(AppsDefaults::rules)
            .cells("ControllerRevision", Map.of("Controller", ControllerRevisionCells::controller))
            .build();
    private final List<ResourceDefinition> resources = List.of(
            kinds.resource("controllerrevisions").strategy(new ControllerRevisionStrategy()).build(),
            workload("daemonsets", "DaemonSet", new DaemonSetStrategy(), new WorkloadStatusStrategy())
                    .build(),
            workload("deployments", "Deployment", new DeploymentStrategy(), new DeploymentStatusStrategy())
                    .subresource(Scales.subresource(kinds.schema("autoscaling.v1.Scale")))
                    .build(),
            workload("replicasets", "ReplicaSet", new ReplicaSetStrategy(), new WorkloadStatusStrategy())
                    .subresource(Scales.subresource(kinds.schema("autoscaling.v1.Scale")))
                    .build(),
            workload("statefulsets", "StatefulSet", new StatefulSetStrategy(), new WorkloadStatusStrategy())
                    .subresource(Scales.subresource(kinds.schema("autoscaling.v1.Scale")))
                    .build());

    @Override
    public String name() {
        return "apps";
    }

    @Override
    public List<ResourceDefinition> resources() {
        return resources;
    }

    private ResourceDefinition.Builder workload(
            String plural, String kind, ResourceStrategy strategy, WorkloadStatusStrategy status) {
        return kinds.resource(plural)
                .writeRules(WriteRule.COUNTS_GENERATION)
                .strategy(strategy)
                .subresource(SubresourceDefinition.status(kind, status));
    }
}
