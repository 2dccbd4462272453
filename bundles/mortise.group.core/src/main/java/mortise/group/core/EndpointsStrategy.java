package mortise.group.core;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.core.schema.AddressWarnings;
import mortise.core.schema.FieldView;
import mortise.spi.group.ResourceStrategy;

/** Endpoints: the addresses behind a service, before there were slices of them. */
final class EndpointsStrategy implements ResourceStrategy {

    @Override
    public List<String> warnings(ApiObject object, Optional<ApiObject> old) {
        var warnings = new ArrayList<String>();
        for (FieldView subset : FieldView.root(object, new ArrayList<>()).at("subsets").items()) {
            subset.at("addresses").items().forEach(address -> AddressWarnings.ip(address.at("ip"), warnings));
            subset.at("notReadyAddresses").items().forEach(address -> AddressWarnings.ip(address.at("ip"), warnings));
        }
        return warnings;
    }

    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        var errors = new ArrayList<FieldError>();
        for (FieldView subset : FieldView.root(object, errors).at("subsets").items()) {
            if (subset.at("addresses").isEmpty() && subset.at("notReadyAddresses").isEmpty()) {
                subset.required("must specify `addresses` or `notReadyAddresses`");
            }
            subset.at("addresses").items().forEach(EndpointsStrategy::address);
            subset.at("notReadyAddresses").items().forEach(EndpointsStrategy::address);
            List<FieldView> ports = subset.at("ports").items();
            ports.forEach(port -> port(port, ports.size() > 1));
        }
        return errors;
    }

    private static void address(FieldView address) {
        if (!address.at("hostname").isEmpty()) {
            address.at("hostname").label();
        }
        if (address.at("nodeName").present()) {
            address.at("nodeName").subdomain();
        }
        ServiceChecks.ordinaryAddress(address.at("ip"));
    }

    private static void port(FieldView port, boolean needsName) {
        FieldView name = port.at("name");
        if (!name.text().isEmpty()) {
            name.label();
        } else if (needsName) {
            name.required("");
        }
        port.at("port").port();
        ServiceChecks.protocol(port.at("protocol"));
        if (port.at("appProtocol").present()) {
            port.at("appProtocol").qualifiedName();
        }
    }
}
