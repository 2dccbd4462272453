package mortise.group.core;

import java.util.LinkedHashSet;
import java.util.Set;
import mortise.api.ApiObject;
import mortise.core.schema.Addresses;
import mortise.core.schema.Addresses.Ip;

/**
 * What a service has of the limited supplies.
 *
 * @param addresses its cluster IPs
 * @param ports its ports of nodes, that of the health check included
 */
record ServiceHolding(Set<Ip> addresses, Set<Integer> ports) {

    /** Returns what a service has; of what its type does not need it has nothing. */
    static ServiceHolding of(ApiObject service) {
        var shape = new ServiceShape(service);
        var addresses = new LinkedHashSet<Ip>();
        if (shape.needsClusterIp()) {
            shape.clusterIps().forEach(text -> Addresses.ip(text).ifPresent(addresses::add));
        }
        var ports = new LinkedHashSet<Integer>();
        if (shape.takesNodePorts()) {
            ports.addAll(shape.nodePorts());
        }
        if (shape.needsHealthPort() && shape.healthPort() != 0) {
            ports.add((int) shape.healthPort());
        }
        return new ServiceHolding(addresses, ports);
    }
}
