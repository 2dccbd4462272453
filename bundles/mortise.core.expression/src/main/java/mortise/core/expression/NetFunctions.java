package mortise.core.expression;

import java.util.Optional;
import mortise.core.schema.Addresses;
import mortise.core.schema.Addresses.Cidr;
import mortise.core.schema.Addresses.Ip;

/** Addresses and networks. Neither leading zeros nor IPv4 addresses in IPv6 form are taken. */
final class NetFunctions {

    static final String DECLARED = """
            ip(string): net.IP
            isIP(string): bool
            ip.isCanonical(string): bool
            string(net.IP): string
            net.IP -> family(): int
            net.IP -> isUnspecified(): bool
            net.IP -> isLoopback(): bool
            net.IP -> isLinkLocalMulticast(): bool
            net.IP -> isLinkLocalUnicast(): bool
            net.IP -> isGlobalUnicast(): bool
            cidr(string): net.CIDR
            isCIDR(string): bool
            string(net.CIDR): string
            net.CIDR -> containsIP(string): bool
            net.CIDR -> containsIP(net.IP): bool
            net.CIDR -> containsCIDR(string): bool
            net.CIDR -> containsCIDR(net.CIDR): bool
            net.CIDR -> ip(): net.IP
            net.CIDR -> masked(): net.CIDR
            net.CIDR -> prefixLength(): int
            """;

    private static final long V4 = 4;
    private static final long V6 = 6;
    private static final int MULTICAST_V4 = 0xe0;
    private static final int MULTICAST_V4_MASK = 0xf0;
    private static final int BYTE = 0xff;

    private NetFunctions() {
    }

    static void register(Registry registry) {
        registry.add("ip", String.class, NetFunctions::ip);
        registry.add("ip", Cidr.class, Cidr::address);
        registry.add("isIP", String.class, text -> findIp(text).isPresent());
        registry.add("ip.isCanonical", String.class, text -> ip(text).canonical().equals(text));
        registry.add("string", Ip.class, Ip::canonical);
        registry.add("family", Ip.class, ip -> ip.isV6() ? V6 : V4);
        registry.add("isUnspecified", Ip.class, Ip::isUnspecified);
        registry.add("isLoopback", Ip.class, Ip::isLoopback);
        registry.add("isLinkLocalMulticast", Ip.class, Ip::isLinkLocalMulticast);
        registry.add("isLinkLocalUnicast", Ip.class, Ip::isLinkLocalUnicast);
        registry.add("isGlobalUnicast", Ip.class, NetFunctions::isGlobal);
        registry.add("cidr", String.class, NetFunctions::cidr);
        registry.add("isCIDR", String.class, text -> findCidr(text).isPresent());
        registry.add("string", Cidr.class, NetFunctions::text);
        registry.add("containsIP", Cidr.class, String.class, (cidr, text) -> cidr.contains(ip(text)));
        registry.add("containsIP", Cidr.class, Ip.class, Cidr::contains);
        registry.add("containsCIDR", Cidr.class, String.class, (cidr, text) -> contains(cidr, cidr(text)));
        registry.add("containsCIDR", Cidr.class, Cidr.class, NetFunctions::contains);
        registry.add("masked", Cidr.class, cidr -> new Cidr(cidr.first(), cidr.prefix()));
        registry.add("prefixLength", Cidr.class, cidr -> (long) cidr.prefix());
    }

    private static Optional<Ip> findIp(String text) {
        return Addresses.ip(text).filter(ip -> !ip.mapped() && !ip.zeros());
    }

    private static Optional<Cidr> findCidr(String text) {
        return Addresses.cidr(text).filter(cidr -> !cidr.address().mapped() && !cidr.address().zeros());
    }

    private static Ip ip(String text) {
        return findIp(text).orElseThrow(() -> Fault.of("IP Address '%s' parse error during conversion from string: "
                + "ParseAddr(\"%s\"): unable to parse IP", text, text));
    }

    private static Cidr cidr(String text) {
        return findCidr(text).orElseThrow(() -> Fault.of(
                "network address parse error during conversion from string: network address %s is not valid", text));
    }

    static String text(Cidr cidr) {
        return cidr.address().canonical() + "/" + cidr.prefix();
    }

    private static boolean contains(Cidr outer, Cidr inner) {
        return inner.prefix() >= outer.prefix() && outer.contains(inner.address());
    }

    private static boolean isGlobal(Ip ip) {
        byte[] bytes = ip.bytes();
        int first = bytes[0] & BYTE;
        boolean multicast = ip.isV6() ? first == BYTE : (first & MULTICAST_V4_MASK) == MULTICAST_V4;
        boolean broadcast = !ip.isV6() && ip.canonical().equals("255.255.255.255");
        return !multicast && !broadcast && !ip.isUnspecified() && !ip.isLoopback() && !ip.isLinkLocalUnicast();
    }

    /** Returns how many bytes there are of an address or of the network's part of one. */
    static long size(Object value) {
        return value instanceof Cidr cidr ? (cidr.prefix() + Byte.SIZE - 1) / Byte.SIZE : ((Ip) value).bytes().length;
    }
}
