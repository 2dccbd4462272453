package mortise.group.core;

import mortise.core.schema.Addresses;
import mortise.core.schema.Checks;
import mortise.core.schema.FieldView;

/** Checks of the status of services: where a load balancer takes requests. */
final class ServiceStatus {

    private ServiceStatus() {
    }

    static void validate(FieldView service) {
        FieldView ingress = service.at("status", "loadBalancer", "ingress");
        if (!ingress.isEmpty() && !service.at("spec", "type").isOneOf(ServiceShape.LOAD_BALANCER)) {
            ingress.forbidden("may only be used when `spec.type` is 'LoadBalancer'");
            return;
        }
        ingress.items().forEach(ServiceStatus::ingress);
    }

    private static void ingress(FieldView ingress) {
        FieldView ip = ingress.at("ip");
        FieldView mode = ingress.at("ipMode");
        if (!ip.isEmpty()) {
            Checks.ip(ip);
        }
        if (!mode.present()) {
            if (!ip.isEmpty()) {
                mode.required("must be specified when `ip` is set");
            }
        } else if (ip.isEmpty()) {
            mode.forbidden("may not be specified when `ip` is not set");
        } else {
            mode.oneOf("Proxy", "VIP");
        }
        FieldView host = ingress.at("hostname");
        if (!host.isEmpty()) {
            host.subdomain();
            if (Addresses.ip(host.text()).isPresent()) {
                host.invalid("must be a DNS name, not an IP address");
            }
        }
    }
}
