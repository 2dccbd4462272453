package mortise.group.core;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** What services are given, and how nodes are reached. */
@ObjectClassDefinition(name = "Core group",
        description = "The addresses and ports that services are given, and how nodes are reached.")
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

    /** Types of addresses of nodes. */
    @AttributeDefinition(name = "kubelet.preferred.address.types",
            description = "Types of nodes' addresses, those first that are tried first to reach a node: Hostname,"
                    + " InternalDNS, InternalIP, ExternalDNS, ExternalIP.")
    String[] kubelet_preferred_address_types() default {
        "Hostname", "InternalDNS", "InternalIP", "ExternalDNS", "ExternalIP"};

    /** Port of nodes. */
    @AttributeDefinition(name = "kubelet.port", min = "1", max = "65535",
            description = "Port of the servers on nodes that do not say it in their status.")
    int kubelet_port() default 10250;

    /** How long events stay, as a duration. */
    @AttributeDefinition(name = "event.ttl", description = "How long events stay after they were last written, such as"
            + " 1h; 0 for ever.")
    String event_ttl() default "1h";
}
