package mortise.group.apps;

import java.util.List;
import java.util.Set;
import mortise.api.GroupVersionKind;
import mortise.spi.group.ApiGroup;
import mortise.spi.group.ResourceDefinition;
import mortise.spi.group.SubresourceDefinition;
import mortise.spi.group.Verb;
import mortise.spi.group.WriteRule;
import org.osgi.service.component.annotations.Component;

/** The group {@code apps}. Its name has no domain, so it is the same whatever the server is called. */
@Component
public final class AppsGroup implements ApiGroup {

    @Override
    public String name() {
        return "apps";
    }

    @Override
    public List<ResourceDefinition> resources() {
        return List.of(
                controllerRevisions(),
                workload("daemonsets", "daemonset", "DaemonSet", "ds").status()
                        .storageVersionHash("dd7pWHUlMKQ=").build(),
                deployments(),
                workload("replicasets", "replicaset", "ReplicaSet", "rs").status()
                        .storageVersionHash("P1RzHs8/mWQ=").build(),
                workload("statefulsets", "statefulset", "StatefulSet", "sts").status()
                        .storageVersionHash("H+vl74LkKdo=").build());
    }

    private static ResourceDefinition controllerRevisions() {
        return ResourceDefinition.named("controllerrevisions", "controllerrevision", "ControllerRevision")
                .version("v1")
                .storageVersionHash("85nkx63pcBU=")
                .build();
    }

    private static ResourceDefinition deployments() {
        return workload("deployments", "deployment", "Deployment", "deploy")
                .subresource(new SubresourceDefinition("status", new GroupVersionKind("", "", "Deployment"),
                        Set.of(Verb.GET, Verb.PATCH, Verb.UPDATE), new DeploymentStatusStrategy()))
                .strategy(new DeploymentStrategy())
                .storageVersionHash("8aSe+NMegvE=")
                .build();
    }

    private static ResourceDefinition.Builder workload(String plural, String singular, String kind, String shortName) {
        return ResourceDefinition.named(plural, singular, kind)
                .shortNames(shortName)
                .categories("all")
                .version("v1")
                .writeRules(WriteRule.COUNTS_GENERATION);
    }
}
