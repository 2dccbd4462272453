package mortise.group.core;

import java.util.List;
import mortise.core.schema.Addresses;

/** The two families of IP addresses. */
final class Families {

    static final String IPV4 = "IPv4";
    static final String IPV6 = "IPv6";

    private Families() {
    }

    static String of(Addresses.Ip ip) {
        return ip.isV6() ? IPV6 : IPV4;
    }

    /** Returns the family of an address; IPv4 for what is none. */
    static String of(String address) {
        return Addresses.ip(address).map(Families::of).orElse(IPV4);
    }

    static String other(String family) {
        return family.equals(IPV4) ? IPV6 : IPV4;
    }

    /** Says whether no two addresses are of the same family. */
    static boolean allDiffer(List<String> addresses) {
        return addresses.stream().map(Families::of).distinct().count() == addresses.size();
    }
}
