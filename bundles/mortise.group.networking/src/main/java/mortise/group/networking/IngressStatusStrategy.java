package mortise.group.networking;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.api.Syntax;
import mortise.core.schema.Addresses;
import mortise.core.schema.FieldView;
import mortise.spi.group.StatusStrategy;

/** What a controller says of an ingress: where its load balancer is. */
final class IngressStatusStrategy extends StatusStrategy {

    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        var errors = new ArrayList<FieldError>();
        List<String> before = old.map(was -> points(was, new ArrayList<>())).orElse(List.of()).stream()
                .map(point -> point.at("ip").text()).toList();
        for (FieldView point : points(object, errors)) {
            FieldView ip = point.at("ip");
            if (!ip.isEmpty() && !before.contains(ip.text())) {
                ip.check(Addresses::strictIpFault);
            }
            FieldView host = point.at("hostname");
            if (!host.isEmpty()) {
                host.check(Syntax::subdomain);
                if (Addresses.ip(host.text()).isPresent()) {
                    host.invalid("must be a DNS name, not an IP address");
                }
            }
        }
        return errors;
    }

    private static List<FieldView> points(ApiObject ingress, List<FieldError> errors) {
        return FieldView.root(ingress, errors).at("status", "loadBalancer", "ingress").items();
    }
}
