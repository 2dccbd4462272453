package mortise.core.schema;

import java.util.List;
import java.util.Optional;
import mortise.api.FieldError;

/**
 * Warnings about IP addresses and networks in fields that take any way of writing them: what is not written as it
 * should be will be refused one day. Texts that are neither are for validation.
 */
public final class AddressWarnings {

    private static final int V4_BITS = 32;
    private static final int V6_BITS = 128;
    private static final String FUTURE = " will be considered invalid in a future Kubernetes release: use ";
    private static final String CANONICAL = " should be in RFC 5952 canonical format (";

    private AddressWarnings() {
    }

    /** Warns of an address that more than one program could read in more than one way. */
    public static void ip(FieldView address, List<String> warnings) {
        Optional<Addresses.Ip> parsed = Addresses.ip(address.text());
        if (parsed.isEmpty()) {
            return;
        }
        Addresses.Ip ip = parsed.get();
        String before = address.path() + ": ";
        String written = FieldError.show(address.text());
        String canonical = FieldError.show(ip.canonical());
        if (ip.zeros() || ip.mapped()) {
            warnings.add(before + "non-standard IP address " + written + FUTURE + canonical);
        } else if (ip.isV6() && !written.equals(canonical)) {
            warnings.add(before + "IPv6 address " + written + CANONICAL + canonical + ")");
        }
    }

    /** Warns of a network as of an address, and of one that has an address of a host. */
    public static void cidr(FieldView network, List<String> warnings) {
        Optional<Addresses.Cidr> parsed = Addresses.cidr(network.text());
        if (parsed.isEmpty()) {
            return;
        }
        Addresses.Ip ip = parsed.get().address();
        String before = network.path() + ": ";
        String written = FieldError.show(network.text());
        String canonical = FieldError.show(parsed.get().canonical());
        boolean host = !parsed.get().first().equals(ip);
        if (host) {
            String single = FieldError.show(ip.canonical() + "/" + (ip.isV6() ? V6_BITS : V4_BITS));
            warnings.add(before + "CIDR value " + written + " is ambiguous in this context (should be " + canonical
                    + " or " + single + "?)");
        }
        if (ip.zeros() || ip.mapped()) {
            warnings.add(before + "non-standard CIDR value " + written + FUTURE + canonical);
        } else if (!host && ip.isV6() && !written.equals(canonical)) {
            warnings.add(before + "IPv6 CIDR value " + written + CANONICAL + canonical + ")");
        }
    }
}
