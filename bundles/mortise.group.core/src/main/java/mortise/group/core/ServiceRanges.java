package mortise.group.core;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import mortise.core.schema.Addresses;
import mortise.core.schema.Addresses.Cidr;

/**
 * What services are given their addresses and ports from.
 *
 * @param networks one network, or one of each IP family, that of the default family first
 * @param firstPort least port
 * @param lastPort greatest port
 */
record ServiceRanges(List<Cidr> networks, int firstPort, int lastPort) {

    /** Bits of an address that may differ within a network; bounds the memory that the taken ones need. */
    private static final int HOST_BITS_MAX = 20;
    private static final int HOST_BITS_MIN = 3;
    private static final int PORT_MAX = 65535;
    private static final String NETWORK = "service.cluster.ip.range: ";
    private static final String PORTS = "service.node.port.range: ";
    private static final Pattern RANGE = Pattern.compile("(\\d{1,5})-(\\d{1,5})");
    private static final Pattern COUNTED = Pattern.compile("(\\d{1,5})\\+(\\d{1,5})");

    ServiceRanges {
        networks = List.copyOf(networks);
    }

    /**
     * Reads the settings.
     *
     * @throws IllegalArgumentException with one line that names the setting
     */
    static ServiceRanges parse(String networks, String ports) {
        var parsed = new ArrayList<Cidr>();
        for (String network : networks.split(",", -1)) {
            parsed.add(network(network.strip()));
        }
        if (parsed.size() > 2 || parsed.size() == 2 && isV6(parsed.get(0)) == isV6(parsed.get(1))) {
            throw new IllegalArgumentException(NETWORK + "must be one network, or two of different IP families");
        }
        Matcher range = RANGE.matcher(ports);
        Matcher counted = COUNTED.matcher(ports);
        if (range.matches()) {
            return of(parsed, Integer.parseInt(range.group(1)), Integer.parseInt(range.group(2)));
        }
        if (counted.matches()) {
            int first = Integer.parseInt(counted.group(1));
            return of(parsed, first, first + Integer.parseInt(counted.group(2)));
        }
        throw new IllegalArgumentException(PORTS + "\"" + ports + "\" is not of the form 30000-32767");
    }

    private static ServiceRanges of(List<Cidr> networks, int first, int last) {
        if (first < 1 || last > PORT_MAX || first > last) {
            throw new IllegalArgumentException(PORTS + first + "-" + last + " is not within 1-" + PORT_MAX);
        }
        return new ServiceRanges(networks, first, last);
    }

    private static Cidr network(String text) {
        Addresses.strictCidrFault(text).ifPresent(why -> {
            throw new IllegalArgumentException(NETWORK + "\"" + text + "\" " + why);
        });
        Cidr network = Addresses.cidr(text).orElseThrow();
        int bits = network.address().bytes().length * Byte.SIZE;
        int hostBits = bits - network.prefix();
        if (hostBits > HOST_BITS_MAX) {
            throw new IllegalArgumentException(NETWORK + text + " is too large; for " + bits
                    + "-bit addresses, the mask must be >= " + (bits - HOST_BITS_MAX));
        }
        if (hostBits < HOST_BITS_MIN) {
            throw new IllegalArgumentException(NETWORK + text + " has less than 8 addresses");
        }
        return network;
    }

    private static boolean isV6(Cidr network) {
        return network.address().isV6();
    }

    /** Returns the families of the networks, the default one first. */
    List<String> families() {
        return networks.stream().map(network -> network.address().isV6() ? Families.IPV6 : Families.IPV4).toList();
    }
}
