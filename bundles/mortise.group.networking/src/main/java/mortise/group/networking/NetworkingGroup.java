package mortise.group.networking;

import java.util.List;
import java.util.Map;
import mortise.core.schema.Kinds;
import mortise.spi.group.ApiGroup;
import mortise.spi.group.NameRule;
import mortise.spi.group.ResourceDefinition;
import mortise.spi.group.SubresourceDefinition;
import mortise.spi.group.WriteRule;
import mortise.spi.operations.ServerNames;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** The group {@code networking.<api domain>}. */
@Component
public final class NetworkingGroup implements ApiGroup {

    private final String name;
    private final List<ResourceDefinition> resources;

    @Activate
    public NetworkingGroup(@Reference ServerNames names) {
        name = names.group("networking");
        Kinds kinds = Kinds.load(NetworkingGroup.class)
                .defaults(NetworkingDefaults::rules)
                .cells("Ingress", Map.of("Address", IngressCells::address))
                .cells("IngressClass", Map.of("Name", new IngressClassCells(names.labelDomain())::name))
                .build();
        resources = List.of(
                kinds.resource("ingressclasses")
                        .writeRules(WriteRule.COUNTS_GENERATION)
                        .strategy(new IngressClassStrategy())
                        .build(),
                kinds.resource("ingresses")
                        .storedUnder("ingress")
                        .writeRules(WriteRule.COUNTS_GENERATION)
                        .strategy(new IngressStrategy(names.labelDomain()))
                        .subresource(SubresourceDefinition.status("Ingress", new IngressStatusStrategy()))
                        .build(),
                // The name is an address, which no name rule knows; the strategy checks it.
                kinds.resource("ipaddresses").nameRule(NameRule.PATH_SEGMENT).strategy(new IpAddressStrategy()).build(),
                kinds.resource("networkpolicies")
                        .writeRules(WriteRule.COUNTS_GENERATION)
                        .strategy(new NetworkPolicyStrategy())
                        .build(),
                kinds.resource("servicecidrs").strategy(new ServiceCidrStrategy()).build());
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
