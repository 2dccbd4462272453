package mortise.group.core;

import java.net.InetAddress;
import java.util.Map;
import java.util.function.Consumer;
import mortise.api.ApiObject;
import mortise.core.schema.Kinds;
import mortise.spi.group.ResourceDefinition;
import mortise.spi.group.SubresourceDefinition;
import mortise.spi.group.WriteRule;
import org.jspecify.annotations.Nullable;

/** Nodes. */
final class NodeResource {

    private NodeResource() {
    }

    /** Returns the defaults of nodes that depend on other fields. */
    static Map<String, Consumer<Map<String, @Nullable Object>>> rules() {
        return Map.of(
                "core.v1.NodeSpec", spec -> FirstOfList.align(spec, "podCIDR", "podCIDRs", ""),
                "core.v1.NodeStatus", NodeResource::allocatable);
    }

    /** What nobody has set aside can be used. */
    private static void allocatable(Map<String, @Nullable Object> status) {
        if (status.get("allocatable") == null && status.get("capacity") instanceof Map<?, ?> capacity) {
            status.put("allocatable", ApiObject.copy(capacity));
        }
    }

    static ResourceDefinition definition(Kinds kinds, Kubelets kubelets) {
        return kinds.resource("nodes")
                .storedUnder("minions")
                .writeRules(WriteRule.CREATE_KEEPS_STATUS)
                .strategy(new NodeStrategy())
                .subresource(SubresourceDefinition.status("Node", new NodeStatusStrategy()))
                .subresource(PodResources.connect("proxy", "NodeProxyOptions", PodResources.PROXY_VERBS,
                        new NodeProxy(kubelets, InetAddress::getAllByName)))
                .build();
    }
}
