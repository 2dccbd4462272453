package mortise.group.core;

import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.GroupResource;
import mortise.api.GroupVersion;
import mortise.core.schema.Cells;
import mortise.spi.controller.ObjectAccess;
import org.jspecify.annotations.Nullable;

/** Where the servers on nodes are, which know what containers do. */
final class Kubelets {

    /** Types of addresses, those first that are tried first. */
    private static final List<String> PREFERRED =
            List.of("Hostname", "InternalDNS", "InternalIP", "ExternalDNS", "ExternalIP");
    private static final long USUAL_PORT = 10250;

    private final Supplier<ObjectAccess> objects;

    /**
     * Where one of them is.
     *
     * @param host name or IP address
     * @param port number
     */
    record Place(String host, String port) {
    }

    Kubelets(Supplier<ObjectAccess> objects) {
        this.objects = objects;
    }

    /**
     * Returns where the server of a pod's node is.
     *
     * @throws ApiException 400 when the pod has no node, 404 when the node is not there
     */
    Place of(ApiObject pod) {
        String node = pod.textAt("spec", "nodeName");
        if (node.isEmpty()) {
            throw ApiException.badRequest("pod " + pod.metadata().name() + " does not have a host assigned");
        }
        return ofNode(objects.get().get(new GroupVersion("", "v1"), "nodes", "", node)
                .orElseThrow(() -> ApiException.notFound(new GroupResource("", "nodes"), node)));
    }

    /** Returns where the server of a node is. */
    static Place ofNode(ApiObject node) {
        List<Map<String, @Nullable Object>> addresses = Cells.structs(node, "status", "addresses");
        long port = Cells.number(node, "status", "daemonEndpoints", "kubeletEndpoint", "Port");
        for (String type : PREFERRED) {
            for (Map<String, @Nullable Object> address : addresses) {
                if (type.equals(address.get("type")) && address.get("address") instanceof String host
                        && !host.isEmpty()) {
                    return new Place(host, Long.toString(port == 0 ? USUAL_PORT : port));
                }
            }
        }
        throw Answers.failed("no preferred addresses found; known addresses: " + addresses);
    }
}
