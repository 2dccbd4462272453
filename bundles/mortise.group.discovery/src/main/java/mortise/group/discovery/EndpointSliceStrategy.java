package mortise.group.discovery;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.core.schema.AddressWarnings;
import mortise.core.schema.Addresses;
import mortise.core.schema.FieldView;
import mortise.core.schema.LabelSelectors;
import mortise.spi.group.ResourceStrategy;
import org.jspecify.annotations.Nullable;

/**
 * Endpoint slices. The topology of an endpoint was a free map in an older version; what is stored of it stays, but
 * nobody can write it any more.
 */
final class EndpointSliceStrategy implements ResourceStrategy {

    private static final int ENDPOINTS_MAX = 1000;
    private static final int ADDRESSES_MAX = 100;
    private static final int PORTS_MAX = 20_000;
    private static final int HINTS_MAX = 8;
    private static final String TOPOLOGY = "deprecatedTopology";

    @Override
    public void prepareForUpdate(ApiObject object, ApiObject old) {
        boolean same = Objects.equals(object.at("endpoints"), old.at("endpoints"))
                && Objects.equals(object.at("ports"), old.at("ports"))
                && object.metadata().labels().equals(old.metadata().labels());
        if (!same) {
            object.metadata().setGeneration(old.metadata().generation() + 1);
        }
    }

    @Override
    public List<String> warnings(ApiObject object, Optional<ApiObject> old) {
        var warnings = new ArrayList<String>();
        FieldView root = FieldView.root(object, new ArrayList<>());
        if (root.at("addressType").isOneOf("FQDN")) {
            // The path has always been shown like this.
            warnings.add("spec.addressType: FQDN endpoints are deprecated");
        }
        root.at("endpoints").items().forEach(endpoint -> endpoint.at("addresses").items()
                .forEach(address -> AddressWarnings.ip(address, warnings)));
        return warnings;
    }

    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        var errors = new ArrayList<FieldError>();
        FieldView root = FieldView.root(object, errors);
        addressType(root.at("addressType"));
        endpoints(root.at("endpoints"), root.at("addressType").text(), old);
        ports(root.at("ports"));
        old.ifPresent(before -> root.at("addressType").immutable(FieldView.root(before, errors).at("addressType")));
        return errors;
    }

    private static void addressType(FieldView type) {
        if (type.isEmpty()) {
            type.required("");
        } else {
            type.oneOf("FQDN", "IPv4", "IPv6");
        }
    }

    private static void endpoints(FieldView endpoints, String type, Optional<ApiObject> old) {
        if (endpoints.size() > ENDPOINTS_MAX) {
            endpoints.tooMany(endpoints.size(), ENDPOINTS_MAX);
            return;
        }
        int index = 0;
        for (FieldView endpoint : endpoints.items()) {
            addresses(endpoint.at("addresses"), type);
            if (endpoint.at("hostname").present()) {
                endpoint.at("hostname").label();
            }
            if (endpoint.at(TOPOLOGY).size() > 0 && !hadTopology(old, index, endpoint.at(TOPOLOGY).value())) {
                endpoint.at(TOPOLOGY).forbidden("may not be set");
            }
            LabelSelectors.labels(endpoint.at(TOPOLOGY));
            hints(endpoint.at("hints", "forZones"));
            index++;
        }
    }

    private static boolean hadTopology(Optional<ApiObject> old, int index, @Nullable Object now) {
        return old.map(before -> FieldView.root(before, new ArrayList<>()).at("endpoints").items())
                .filter(before -> index < before.size())
                .map(before -> Objects.equals(before.get(index).at(TOPOLOGY).value(), now))
                .orElse(false);
    }

    private static void addresses(FieldView addresses, String type) {
        if (addresses.size() == 0) {
            addresses.required("must contain at least 1 address");
        } else if (addresses.size() > ADDRESSES_MAX) {
            addresses.tooMany(addresses.size(), ADDRESSES_MAX);
        }
        for (FieldView address : addresses.items()) {
            switch (type) {
                case "IPv4" -> ofFamily(address, false);
                case "IPv6" -> ofFamily(address, true);
                case "FQDN" -> address.subdomain();
                default -> { }
            }
        }
    }

    private static void ofFamily(FieldView address, boolean six) {
        Optional<Addresses.Ip> ip = Addresses.ip(address.text());
        if (ip.isEmpty() || ip.get().isV6() != six) {
            address.invalid(six ? "must be an IPv6 address" : "must be an IPv4 address");
        } else if (ip.get().isUnspecified()) {
            address.invalid("may not be unspecified (" + ip.get() + ")");
        } else if (ip.get().isLoopback()) {
            address.invalid("may not be in the loopback range (127.0.0.0/8, ::1/128)");
        } else if (ip.get().isLinkLocalUnicast()) {
            address.invalid("may not be in the link-local range (169.254.0.0/16, fe80::/10)");
        } else if (ip.get().isLinkLocalMulticast()) {
            address.invalid("may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)");
        }
    }

    private static void hints(FieldView zones) {
        if (zones.size() > HINTS_MAX) {
            zones.tooMany(zones.size(), HINTS_MAX);
            return;
        }
        var names = new HashSet<String>();
        for (FieldView zone : zones.items()) {
            if (!names.add(zone.at("name").text())) {
                zone.at("name").duplicate();
            }
            zone.at("name").labelValue();
        }
    }

    private static void ports(FieldView ports) {
        if (ports.size() > PORTS_MAX) {
            ports.tooMany(ports.size(), PORTS_MAX);
            return;
        }
        var names = new HashSet<String>();
        for (FieldView port : ports.items()) {
            FieldView name = port.at("name");
            if (!name.text().isEmpty()) {
                name.label();
            }
            if (!names.add(name.text())) {
                name.duplicate();
            }
            port.at("protocol").oneOf("SCTP", "TCP", "UDP");
            if (port.at("appProtocol").present()) {
                port.at("appProtocol").qualifiedName();
            }
        }
    }
}
