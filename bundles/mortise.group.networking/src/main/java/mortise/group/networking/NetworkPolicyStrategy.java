package mortise.group.networking;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.core.schema.AddressWarnings;
import mortise.core.schema.Addresses;
import mortise.core.schema.FieldView;
import mortise.core.schema.LabelSelectors;
import mortise.core.schema.Names;
import mortise.spi.group.ResourceStrategy;

/** Network policies: who may talk to pods, and whom they may talk to. */
final class NetworkPolicyStrategy implements ResourceStrategy {

    private static final int TYPES_MAX = 2;

    @Override
    public List<String> warnings(ApiObject object, Optional<ApiObject> old) {
        var warnings = new ArrayList<String>();
        FieldView spec = FieldView.root(object, new ArrayList<>()).at("spec");
        spec.at("ingress").items().forEach(rule -> networks(rule.at("from"), warnings));
        spec.at("egress").items().forEach(rule -> networks(rule.at("to"), warnings));
        return warnings;
    }

    private static void networks(FieldView peers, List<String> warnings) {
        for (FieldView peer : peers.items()) {
            AddressWarnings.cidr(peer.at("ipBlock", "cidr"), warnings);
            peer.at("ipBlock", "except").items().forEach(except -> AddressWarnings.cidr(except, warnings));
        }
    }

    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        var errors = new ArrayList<FieldError>();
        FieldView spec = FieldView.root(object, errors).at("spec");
        // A policy whose selector was let in when nobody looked at its values may still be changed.
        boolean values = old.filter(NetworkPolicyStrategy::hasBadSelector).isEmpty();
        Set<String> networks = old.map(NetworkPolicyStrategy::networks).orElse(Set.of());
        LabelSelectors.validate(spec.at("podSelector"), values);
        for (FieldView rule : spec.at("ingress").items()) {
            rule.at("ports").items().forEach(NetworkPolicyStrategy::port);
            rule.at("from").items().forEach(peer -> peer(peer, values, networks));
        }
        for (FieldView rule : spec.at("egress").items()) {
            rule.at("ports").items().forEach(NetworkPolicyStrategy::port);
            rule.at("to").items().forEach(peer -> peer(peer, values, networks));
        }
        FieldView types = spec.at("policyTypes");
        if (types.size() > TYPES_MAX) {
            types.invalid("may not specify more than two policyTypes");
        } else {
            types.items().forEach(type -> type.oneOf("Ingress", "Egress"));
        }
        return errors;
    }

    private static boolean hasBadSelector(ApiObject policy) {
        var errors = new ArrayList<FieldError>();
        LabelSelectors.validate(FieldView.root(policy, errors).at("spec", "podSelector"));
        return !errors.isEmpty();
    }

    private static void port(FieldView port) {
        if (port.at("protocol").present()) {
            port.at("protocol").oneOf("TCP", "UDP", "SCTP");
        }
        FieldView number = port.at("port");
        FieldView end = port.at("endPort");
        if (!number.present()) {
            if (end.present()) {
                end.invalid("may not be specified when `port` is not specified");
            }
        } else if (number.value() instanceof String) {
            if (end.present()) {
                end.invalid("may not be specified when `port` is non-numeric");
            }
            number.checkAll(Names::portName);
        } else {
            number.port();
            if (end.present()) {
                if (end.number(0) < number.number(0)) {
                    // The port is what has always been shown here, though the end is what is too small.
                    end.invalid(number.value(), "must be greater than or equal to `port`");
                }
                end.port();
            }
        }
    }

    private static void peer(FieldView peer, boolean values, Set<String> networks) {
        boolean pods = peer.at("podSelector").present();
        boolean namespaces = peer.at("namespaceSelector").present();
        boolean block = peer.at("ipBlock").present();
        if (pods) {
            LabelSelectors.validate(peer.at("podSelector"), values);
        }
        if (namespaces) {
            LabelSelectors.validate(peer.at("namespaceSelector"), values);
        }
        if (block) {
            block(peer.at("ipBlock"), networks);
        }
        if (!pods && !namespaces && !block) {
            peer.required("must specify a peer");
        } else if (block && (pods || namespaces)) {
            peer.forbidden("may not specify both ipBlock and another peer");
        }
    }

    /** @param known networks that the policy had before, which are not looked at again */
    private static void block(FieldView block, Set<String> known) {
        FieldView cidr = block.at("cidr");
        if (cidr.isEmpty()) {
            cidr.required("");
            return;
        }
        network(cidr, known);
        Optional<Addresses.Cidr> outer = Addresses.cidr(cidr.text());
        for (FieldView except : block.at("except").items()) {
            network(except, known);
            Optional<Addresses.Cidr> inner = Addresses.cidr(except.text());
            if (outer.isPresent() && inner.isPresent() && !outer.get().strictlyContains(inner.get())) {
                except.invalid("must be a strict subset of `cidr`");
            }
        }
    }

    private static void network(FieldView cidr, Set<String> known) {
        if (!known.contains(cidr.text())) {
            cidr.check(Addresses::strictCidrFault);
        }
    }

    private static Set<String> networks(ApiObject policy) {
        var networks = new HashSet<String>();
        FieldView spec = FieldView.root(policy, new ArrayList<>()).at("spec");
        for (String direction : List.of("ingress", "egress")) {
            for (FieldView rule : spec.at(direction).items()) {
                for (FieldView peer : rule.at(direction.equals("ingress") ? "from" : "to").items()) {
                    networks.add(peer.at("ipBlock", "cidr").text());
                    networks.addAll(peer.at("ipBlock", "except").texts());
                }
            }
        }
        return networks;
    }
}
