package mortise.group.core;

import java.util.function.Supplier;
import mortise.core.schema.Kinds;
import mortise.spi.controller.ObjectAccess;
import mortise.spi.group.NameRule;
import mortise.spi.group.ResourceDefinition;
import mortise.spi.group.SubresourceDefinition;
import mortise.spi.group.WriteRule;
import mortise.spi.operations.ServerNames;

/** Services and their endpoints. */
final class ServiceResources {

    private ServiceResources() {
    }

    static ResourceDefinition services(
            Kinds kinds, ServicePools pools, ServerNames names, Supplier<ObjectAccess> objects) {
        return kinds.resource("services")
                .storedUnder("services/specs")
                .nameRule(NameRule.LABEL)
                .writeRules(WriteRule.CREATE_ON_UPDATE, WriteRule.DELETE_RETURNS_OBJECT)
                .strategy(new ServiceStrategy(pools, names.labelDomain()))
                .subresource(SubresourceDefinition.status("Service", new CheckedStatus(ServiceStatus::validate)))
                .subresource(PodResources.connect("proxy", "ServiceProxyOptions", PodResources.PROXY_VERBS,
                        new ServiceConnector(objects, names.group("discovery"), names.labelDomain())))
                .build();
    }

    static ResourceDefinition endpoints(Kinds kinds) {
        return kinds.resource("endpoints")
                .storedUnder("services/endpoints")
                .writeRules(WriteRule.CREATE_ON_UPDATE)
                .strategy(new EndpointsStrategy())
                .build();
    }
}
