package mortise.group.core;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import mortise.api.ApiObject;
import mortise.core.schema.Cells;
import org.jspecify.annotations.Nullable;

/** What a service needs, as its spec says. A view of the tree: changes of the object are seen. */
record ServiceShape(ApiObject service) {

    static final String NONE = "None";
    static final String EXTERNAL_NAME = "ExternalName";
    static final String LOAD_BALANCER = "LoadBalancer";
    static final String NODE_PORT = "NodePort";
    static final String CLUSTER_IP = "ClusterIP";

    Map<String, @Nullable Object> spec() {
        return service.structAt("spec");
    }

    String type() {
        return service.textAt("spec", "type");
    }

    boolean is(String type) {
        return type().equals(type);
    }

    String clusterIp() {
        return service.textAt("spec", "clusterIP");
    }

    List<String> clusterIps() {
        return texts("clusterIPs");
    }

    List<String> families() {
        return texts("ipFamilies");
    }

    String policy() {
        return service.textAt("spec", "ipFamilyPolicy");
    }

    boolean isHeadless() {
        return clusterIps().equals(List.of(NONE));
    }

    boolean hasSelector() {
        return service.at("spec", "selector") instanceof Map<?, ?> selector && !selector.isEmpty();
    }

    boolean needsClusterIp() {
        return is(CLUSTER_IP) || takesNodePorts();
    }

    boolean takesNodePorts() {
        return is(NODE_PORT) || is(LOAD_BALANCER);
    }

    /** Says whether ports without a port of nodes get one. */
    boolean getsNodePorts() {
        return is(NODE_PORT)
                || is(LOAD_BALANCER) && Boolean.TRUE.equals(service.at("spec", "allocateLoadBalancerNodePorts"));
    }

    boolean needsHealthPort() {
        return is(LOAD_BALANCER) && service.textAt("spec", "externalTrafficPolicy").equals("Local");
    }

    boolean isReachableFromOutside() {
        return takesNodePorts() || is(CLUSTER_IP) && !texts("externalIPs").isEmpty();
    }

    List<Map<String, @Nullable Object>> ports() {
        return Cells.structs(service, "spec", "ports");
    }

    long healthPort() {
        return Cells.number(service, "spec", "healthCheckNodePort");
    }

    /** Returns the ports of nodes that the ports have; 0 is none of them. */
    Set<Integer> nodePorts() {
        var numbers = new LinkedHashSet<Integer>();
        ports().forEach(port -> numbers.add(nodePort(port)));
        numbers.remove(0);
        return numbers;
    }

    /** Returns the port of nodes of a port; 0 when it has none. */
    static int nodePort(Map<String, @Nullable Object> port) {
        return port.get("nodePort") instanceof Long number ? number.intValue() : 0;
    }

    private List<String> texts(String field) {
        var texts = new ArrayList<String>();
        if (service.at("spec", field) instanceof List<?> list) {
            list.forEach(item -> texts.add(String.valueOf(item)));
        }
        return texts;
    }

    /** Sets or, when it is empty, removes a list of the spec. */
    void setTexts(String field, List<String> texts) {
        if (texts.isEmpty()) {
            spec().remove(field);
        } else {
            spec().put(field, new ArrayList<>(texts));
        }
    }

    /** Says whether the fields of a spec have the same values. */
    boolean same(ServiceShape other, String field) {
        return Objects.equals(service.at("spec", field), other.service.at("spec", field));
    }
}
