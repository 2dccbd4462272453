package mortise.group.core;

import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.GroupResource;
import mortise.api.GroupVersion;
import mortise.api.ListSetting;
import mortise.core.schema.Cells;
import mortise.spi.controller.ObjectAccess;
import org.jspecify.annotations.Nullable;

/** Where the servers on nodes are, which know what containers do. */
final class Kubelets {

    /** As it is unless configured. */
    static final Settings USUAL =
            new Settings(List.of("Hostname", "InternalDNS", "InternalIP", "ExternalDNS", "ExternalIP"), 10_250);

    private final Supplier<ObjectAccess> objects;
    private final Settings settings;

    /**
     * How they are found.
     *
     * @param addressTypes types of nodes' addresses, those first that are tried first
     * @param port where they are on nodes that do not say
     */
    record Settings(List<String> addressTypes, long port) {

        /**
         * Reads the configuration.
         *
         * @throws IllegalArgumentException when there is no such type
         */
        static Settings of(String[] types, int port) {
            List<String> wanted = ListSetting.texts(types);
            for (String type : wanted) {
                if (!USUAL.addressTypes().contains(type)) {
                    throw new IllegalArgumentException("kubelet.preferred.address.types: " + type + " is not one of "
                            + String.join(", ", USUAL.addressTypes()));
                }
            }
            return new Settings(wanted.isEmpty() ? USUAL.addressTypes() : wanted, port);
        }
    }

    /**
     * Where one of them is.
     *
     * @param host name or IP address
     * @param port number
     */
    record Place(String host, String port) {
    }

    Kubelets(Supplier<ObjectAccess> objects, Settings settings) {
        this.objects = objects;
        this.settings = settings;
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
    Place ofNode(ApiObject node) {
        List<Map<String, @Nullable Object>> addresses = Cells.structs(node, "status", "addresses");
        long port = Cells.number(node, "status", "daemonEndpoints", "kubeletEndpoint", "Port");
        for (String type : settings.addressTypes()) {
            for (Map<String, @Nullable Object> address : addresses) {
                if (type.equals(address.get("type")) && address.get("address") instanceof String host
                        && !host.isEmpty()) {
                    return new Place(host, Long.toString(port == 0 ? settings.port() : port));
                }
            }
        }
        throw Answers.failed("no preferred addresses found; known addresses: " + addresses);
    }
}
