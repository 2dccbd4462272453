package mortise.group.core;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import mortise.api.ApiObject;
import org.jspecify.annotations.Nullable;

/** What a changed service takes over from the one before, and what it loses with its type. */
final class ServiceCarryOver {

    private ServiceCarryOver() {
    }

    /** Fills in what the server has given the service and a client left out. */
    static void fill(ServiceShape service, ServiceShape old) {
        if (service.needsClusterIp() && old.needsClusterIp()) {
            if (service.clusterIp().isEmpty()) {
                put(service, old, "clusterIP");
            }
            if (service.clusterIps().isEmpty() && service.clusterIp().equals(old.clusterIp())) {
                put(service, old, "clusterIPs");
            }
        }
        if (service.takesNodePorts() && old.takesNodePorts()) {
            nodePorts(service, old);
        }
        if (service.needsHealthPort() && old.needsHealthPort() && service.healthPort() == 0) {
            put(service, old, "healthCheckNodePort");
        }
    }

    private static void put(ServiceShape service, ServiceShape old, String field) {
        Object value = old.service().at("spec", field);
        if (value != null) {
            service.spec().put(field, ApiObject.copy(value));
        }
    }

    /** Ports are known by their names; a port of nodes that another port has now is not given twice. */
    private static void nodePorts(ServiceShape service, ServiceShape old) {
        Set<Integer> used = new HashSet<>(service.nodePorts());
        Map<Object, Integer> byName = new HashMap<>();
        old.ports().forEach(port -> byName.put(name(port), ServiceShape.nodePort(port)));
        for (Map<String, @Nullable Object> port : service.ports()) {
            int before = byName.getOrDefault(name(port), 0);
            if (ServiceShape.nodePort(port) == 0 && before != 0 && used.add(before)) {
                port.put("nodePort", (long) before);
            }
        }
    }

    private static Object name(Map<String, @Nullable Object> port) {
        Object name = port.get("name");
        return name == null ? "" : name;
    }

    /** Removes what the service had for its type before, and does not mean anything for the one that it has now. */
    static void drop(ServiceShape service, ServiceShape old) {
        if (old.needsClusterIp() && !service.needsClusterIp()) {
            if (service.same(old, "clusterIPs")) {
                service.spec().remove("clusterIP");
                service.spec().remove("clusterIPs");
            }
            unchanged(service, old, "ipFamilies");
            unchanged(service, old, "ipFamilyPolicy");
        }
        if (old.takesNodePorts() && !service.takesNodePorts() && service.nodePorts().equals(old.nodePorts())) {
            service.ports().forEach(port -> port.remove("nodePort"));
        }
        if (old.needsHealthPort() && !service.needsHealthPort()) {
            unchanged(service, old, "healthCheckNodePort");
        }
        if (old.is(ServiceShape.LOAD_BALANCER) && !service.is(ServiceShape.LOAD_BALANCER)) {
            List.of("allocateLoadBalancerNodePorts", "loadBalancerClass")
                    .forEach(field -> unchanged(service, old, field));
        }
        if (old.isReachableFromOutside() && !service.isReachableFromOutside()) {
            unchanged(service, old, "externalTrafficPolicy");
        }
        Object balanced = service.service().at("status", "loadBalancer");
        if (!service.is(ServiceShape.LOAD_BALANCER) && balanced instanceof Map<?, ?> status && !status.isEmpty()) {
            service.service().structAt("status").put("loadBalancer", new LinkedHashMap<String, @Nullable Object>());
        }
    }

    private static void unchanged(ServiceShape service, ServiceShape old, String field) {
        if (service.same(old, field)) {
            service.spec().remove(field);
        }
    }
}
