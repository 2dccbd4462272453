package mortise.group.core;

import java.util.List;
import mortise.spi.group.ApiGroup;
import mortise.spi.group.ResourceDefinition;
import mortise.spi.operations.ServerNames;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** The group without a name. */
@Component
public final class CoreGroup implements ApiGroup {

    private final List<ResourceDefinition> resources;

    @Activate
    public CoreGroup(@Reference ServerNames names) {
        resources = List.of(
                ConfigResources.configMaps(),
                ConfigResources.secrets(),
                ConfigResources.serviceAccounts(),
                ConfigResources.limitRanges(),
                ConfigResources.resourceQuotas(),
                NamespaceResource.definition(names.labelDomain()),
                NodeResources.nodes(),
                NodeResources.persistentVolumes(),
                NodeResources.persistentVolumeClaims(),
                NodeResources.events(),
                ServiceResources.services(),
                ServiceResources.endpoints(),
                PodResources.pods(),
                PodResources.podTemplates(),
                PodResources.replicationControllers());
    }

    @Override
    public String name() {
        return "";
    }

    @Override
    public List<ResourceDefinition> resources() {
        return resources;
    }
}
