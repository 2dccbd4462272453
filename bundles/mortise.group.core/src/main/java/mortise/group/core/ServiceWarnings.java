package mortise.group.core;

import java.util.ArrayList;
import java.util.List;
import mortise.core.schema.AddressWarnings;
import mortise.core.schema.FieldView;

/** Warnings about services: fields that mean nothing beside others, or will mean nothing one day. */
final class ServiceWarnings {

    private static final String HINTS = "service.kubernetes.io/topology-aware-hints";
    private static final String MODE = "service.kubernetes.io/topology-mode";
    private static final String HEADLESS = " is ignored for headless services";

    private ServiceWarnings() {
    }

    static List<String> of(FieldView service) {
        var warnings = new ArrayList<String>();
        FieldView spec = service.at("spec");
        boolean external = spec.at("type").isOneOf(ServiceShape.EXTERNAL_NAME);
        boolean headless = spec.at("type").isOneOf(ServiceShape.CLUSTER_IP)
                && spec.at("clusterIP").isOneOf(ServiceShape.NONE);
        if (service.at("metadata", "annotations").entry(HINTS).present()) {
            warnings.add("annotation " + HINTS + " is deprecated, please use " + MODE + " instead");
        }
        if (!external && !spec.at("clusterIP").isEmpty() && !spec.at("clusterIP").isOneOf("None")) {
            spec.at("clusterIPs").items().forEach(address -> AddressWarnings.ip(address, warnings));
        }
        if (headless) {
            headless(spec, warnings);
        }
        addresses(spec, !headless && !external, warnings);
        if (external && !spec.at("externalIPs").isEmpty()) {
            warnings.add("spec.externalIPs is ignored when spec.type is \"ExternalName\"");
        }
        if (!external && !spec.at("externalName").isEmpty()) {
            warnings.add("spec.externalName is ignored when spec.type is not \"ExternalName\"");
        }
        if (spec.at("trafficDistribution").isOneOf("PreferClose")) {
            warnings.add("spec.trafficDistribution: \"PreferClose\" is deprecated; use \"PreferSameZone\"");
        }
        return warnings;
    }

    private static void headless(FieldView spec, List<String> warnings) {
        if (!spec.at("loadBalancerIP").isEmpty()) {
            warnings.add("spec.loadBalancerIP" + HEADLESS);
        }
        if (!spec.at("externalIPs").isEmpty()) {
            warnings.add("spec.externalIPs" + HEADLESS);
        }
        if (!spec.at("sessionAffinity").isOneOf("None")) {
            warnings.add("spec.SessionAffinity" + HEADLESS);
        }
    }

    private static void addresses(FieldView spec, boolean usesExternal, List<String> warnings) {
        spec.at("externalIPs").items().forEach(address -> AddressWarnings.ip(address, warnings));
        if (usesExternal && !spec.at("externalIPs").isEmpty()) {
            warnings.add("spec.externalIPs is deprecated and may no longer be implemented in some clusters");
        }
        AddressWarnings.ip(spec.at("loadBalancerIP"), warnings);
        spec.at("loadBalancerSourceRanges").items().forEach(network -> AddressWarnings.cidr(network, warnings));
    }
}
