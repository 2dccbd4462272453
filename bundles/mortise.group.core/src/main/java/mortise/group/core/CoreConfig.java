package mortise.group.core;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** What services are given. */
@ObjectClassDefinition(name = "Core group", description = "The addresses and ports that services are given.")
public @interface CoreConfig {

    /** Networks of cluster IPs. */
    @AttributeDefinition(name = "service.cluster.ip.range",
            description = "Network from which services get their cluster IPs, at most 2^20 addresses; a second one of"
                    + " the other IP family, behind a comma, makes them dual-stack.")
    String service_cluster_ip_range() default "10.0.0.0/24";

    /** Ports of nodes. */
    @AttributeDefinition(name = "service.node.port.range",
            description = "Ports that services of the types NodePort and LoadBalancer get on nodes, both inclusive.")
    String service_node_port_range() default "30000-32767";
}
