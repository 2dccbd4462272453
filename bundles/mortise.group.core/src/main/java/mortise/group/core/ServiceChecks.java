package mortise.group.core;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import mortise.api.FieldPath;
import mortise.core.schema.Addresses;
import mortise.core.schema.Checks;
import mortise.core.schema.FieldView;
import mortise.core.schema.LabelSelectors;
import mortise.core.schema.Names;
import org.jspecify.annotations.Nullable;

/** Checks of services. What the server gives a service is not demanded: it is given after the checks. */
final class ServiceChecks {

    private static final long KUBELET_PORT = 10250;
    private static final long AFFINITY_SECONDS_MAX = 86400;
    private static final String LB_ONLY = "may only be used when `type` is 'LoadBalancer'";

    private final String labelDomain;

    ServiceChecks(String labelDomain) {
        this.labelDomain = labelDomain;
    }

    void validate(ServiceShape service, FieldView root) {
        FieldView spec = root.at("spec");
        topology(root.at("metadata", "annotations"));
        if (spec.at("ports").isEmpty() && !service.isHeadless() && !service.is(ServiceShape.EXTERNAL_NAME)) {
            spec.at("ports").required("");
        }
        byType(service, spec);
        ports(spec.at("ports").items());
        LabelSelectors.labels(spec.at("selector"));
        affinity(spec);
        ClusterIpChecks.validate(service, spec);
        for (FieldView address : spec.at("externalIPs").items()) {
            ordinaryAddress(address);
        }
        FieldView type = spec.at("type");
        if (type.isEmpty()) {
            type.required("");
        } else {
            type.oneOf(ServiceShape.CLUSTER_IP, ServiceShape.EXTERNAL_NAME, ServiceShape.LOAD_BALANCER,
                    ServiceShape.NODE_PORT);
        }
        nodePorts(service, spec.at("ports").items());
        samePorts(spec.at("ports").items());
        sourceRanges(service, root);
        loadBalancer(service, spec);
        traffic(service, spec);
    }

    private void topology(FieldView annotations) {
        String older = "service." + labelDomain + "/topology-aware-hints";
        FieldView hints = annotations.entry(older);
        FieldView mode = annotations.entry("service." + labelDomain + "/topology-mode");
        if (hints.present() && mode.present() && !hints.sameAs(mode)) {
            mode.invalid("must match annotations[" + older + "] when both are specified");
        }
    }

    private static void byType(ServiceShape service, FieldView spec) {
        FieldView addresses = spec.at("clusterIPs");
        if (service.is(ServiceShape.LOAD_BALANCER)) {
            for (FieldView port : spec.at("ports").items()) {
                if (port.at("port").number(0) == KUBELET_PORT) {
                    port.invalid(KUBELET_PORT, "may not expose port " + KUBELET_PORT
                            + " externally since it is used by kubelet");
                }
            }
        }
        if (service.takesNodePorts() && service.isHeadless()) {
            addresses.items().get(0).invalid("may not be set to 'None' for " + service.type() + " services");
        }
        if (service.is(ServiceShape.EXTERNAL_NAME)) {
            for (String field : List.of("clusterIPs", "ipFamilies", "ipFamilyPolicy")) {
                if (!spec.at(field).isEmpty()) {
                    spec.at(field).forbidden("may not be set for ExternalName services");
                }
            }
            externalName(spec.at("externalName"));
        }
    }

    private static void externalName(FieldView name) {
        // A dot at the end says that the name is complete.
        String text = name.text().endsWith(".") ? name.text().substring(0, name.text().length() - 1) : name.text();
        if (text.isEmpty()) {
            name.required("");
        } else {
            name.with(text).subdomain();
        }
    }

    private static void ports(List<FieldView> ports) {
        var names = new HashSet<String>();
        for (FieldView port : ports) {
            FieldView name = port.at("name");
            if (!name.text().isEmpty()) {
                name.label();
                if (!names.add(name.text())) {
                    name.duplicate();
                }
            } else if (ports.size() > 1) {
                name.required("");
            }
            port.at("port").port();
            protocol(port.at("protocol"));
            Checks.portOrName(port.at("targetPort"));
            if (port.at("appProtocol").present()) {
                port.at("appProtocol").qualifiedName();
            }
        }
    }

    /** Checks the protocol of a port, of a service or its endpoints. */
    static void protocol(FieldView protocol) {
        if (protocol.isEmpty()) {
            protocol.required("");
        } else {
            protocol.oneOf("SCTP", "TCP", "UDP");
        }
    }

    private static void affinity(FieldView spec) {
        FieldView affinity = spec.at("sessionAffinity");
        FieldView config = spec.at("sessionAffinityConfig");
        if (affinity.isEmpty()) {
            affinity.required("");
        } else {
            affinity.oneOf("ClientIP", "None");
        }
        if (affinity.isOneOf("ClientIP")) {
            timeout(config);
        } else if (affinity.isOneOf("None") && config.present()) {
            config.forbidden("must not be set when session affinity is None");
        }
    }

    private static void timeout(FieldView config) {
        FieldView seconds = config.at("clientIP", "timeoutSeconds");
        if (!config.present()) {
            config.required("when session affinity type is ClientIP");
        } else if (!config.at("clientIP").present()) {
            config.at("clientIP").required("when session affinity type is ClientIP");
        } else if (!seconds.present()) {
            seconds.required("when session affinity type is ClientIP");
        } else if (seconds.number(0) <= 0 || seconds.number(0) > AFFINITY_SECONDS_MAX) {
            seconds.invalid("must be greater than 0 and less than " + AFFINITY_SECONDS_MAX);
        }
    }

    /** Checks an address to which packets of others may be sent. */
    static void ordinaryAddress(FieldView address) {
        int before = address.errors().size();
        Checks.ip(address);
        Optional<Addresses.Ip> parsed = Addresses.ip(address.text());
        if (address.errors().size() > before || parsed.isEmpty()) {
            return;
        }
        Addresses.Ip ip = parsed.get();
        if (ip.isUnspecified()) {
            address.invalid("may not be unspecified (" + address.text() + ")");
        }
        if (ip.isLoopback()) {
            address.invalid("may not be in the loopback range (127.0.0.0/8, ::1/128)");
        }
        if (ip.isLinkLocalUnicast()) {
            address.invalid("may not be in the link-local range (169.254.0.0/16, fe80::/10)");
        }
        if (ip.isLinkLocalMulticast()) {
            address.invalid("may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)");
        }
    }

    private static void nodePorts(ServiceShape service, List<FieldView> ports) {
        if (service.is(ServiceShape.CLUSTER_IP)) {
            for (FieldView port : ports) {
                if (port.at("nodePort").number(0) != 0) {
                    port.at("nodePort").forbidden("may not be used when `type` is 'ClusterIP'");
                }
            }
        }
        var seen = new HashSet<String>();
        for (FieldView port : ports) {
            FieldView number = port.at("nodePort");
            if (number.number(0) != 0 && !seen.add(port.at("protocol").text() + number.value())) {
                number.duplicate();
            }
        }
    }

    private static void samePorts(List<FieldView> ports) {
        var seen = new HashSet<String>();
        for (FieldView port : ports) {
            String protocol = port.at("protocol").text();
            long number = port.at("port").number(0);
            if (!seen.add(protocol + number)) {
                var shown = new LinkedHashMap<String, @Nullable Object>();
                shown.put("Name", "");
                shown.put("Protocol", protocol);
                shown.put("AppProtocol", null);
                shown.put("Port", number);
                shown.put("TargetPort", 0L);
                shown.put("NodePort", 0L);
                port.with(shown).duplicate();
            }
        }
    }

    private void sourceRanges(ServiceShape service, FieldView root) {
        FieldView spec = root.at("spec");
        FieldView ranges = spec.at("loadBalancerSourceRanges").shownAt(spec.path().child("LoadBalancerSourceRanges"));
        FieldView annotation = root.at("metadata", "annotations")
                .entry("service.beta." + labelDomain + "/load-balancer-source-ranges");
        FieldView given = ranges.isEmpty() ? annotation : ranges;
        if (given.present() && !service.is(ServiceShape.LOAD_BALANCER)) {
            given.forbidden(LB_ONLY);
        }
        // Blanks around a network have always been passed over.
        ranges.items().forEach(range -> Checks.cidr(range.with(range.text().strip())));
        if (ranges.isEmpty() && !annotation.text().isBlank()) {
            for (String range : annotation.text().strip().split(",", -1)) {
                Checks.cidr(annotation.with(range.strip()));
            }
        }
    }

    private static void loadBalancer(ServiceShape service, FieldView spec) {
        FieldView allocates = spec.at("allocateLoadBalancerNodePorts");
        FieldView type = spec.at("loadBalancerClass");
        if (service.is(ServiceShape.LOAD_BALANCER)) {
            if (!allocates.present()) {
                allocates.shownAt(FieldPath.of("allocateLoadBalancerNodePorts")).required("");
            }
            if (type.present()) {
                type.checkAll(Names::qualified);
            }
            return;
        }
        if (allocates.present()) {
            allocates.forbidden(LB_ONLY);
        }
        if (type.present()) {
            type.forbidden(LB_ONLY);
        }
    }

    private static void traffic(ServiceShape service, FieldView spec) {
        FieldView outside = spec.at("externalTrafficPolicy");
        if (!service.isReachableFromOutside()) {
            if (!outside.isEmpty()) {
                outside.invalid("may only be set for externally-accessible services");
            }
        } else if (outside.isEmpty()) {
            outside.required("");
        } else {
            outside.oneOf("Cluster", "Local");
        }
        FieldView health = spec.at("healthCheckNodePort");
        if (health.number(0) != 0) {
            if (service.needsHealthPort()) {
                health.port();
            } else {
                health.invalid("may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'");
            }
        }
        FieldView inside = spec.at("internalTrafficPolicy");
        if (inside.present()) {
            inside.oneOf("Cluster", "Local");
        } else if (service.needsClusterIp()) {
            inside.required("");
        }
        if (spec.at("trafficDistribution").present()) {
            spec.at("trafficDistribution").oneOf("PreferClose", "PreferSameNode", "PreferSameZone");
        }
    }

    /** Checks what may not change; addresses are looked at elsewhere. */
    static void validateChange(ServiceShape service, ServiceShape old, FieldView spec) {
        FieldView type = spec.at("loadBalancerClass");
        if (service.is(ServiceShape.LOAD_BALANCER) && old.is(ServiceShape.LOAD_BALANCER)
                && !service.same(old, "loadBalancerClass")) {
            type.invalid("may not change once set");
        }
        if (service.needsHealthPort() && old.needsHealthPort() && service.healthPort() != old.healthPort()) {
            spec.at("healthCheckNodePort").forbidden("field is immutable");
        }
    }
}
