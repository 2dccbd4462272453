package mortise.core.schema;

import java.util.Arrays;
import java.util.Optional;

/** IP addresses and networks as texts. Never asks a name service. */
public final class Addresses {

    private static final String NO_IP = "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)";
    private static final String NO_CIDR = "must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)";

    /**
     * An IP address. An IPv4 address written as an IPv6 one ({@code ::ffff:1.2.3.4}) counts as IPv4.
     *
     * @param bytes 4 or 16 bytes, not to be changed
     * @param mapped whether an IPv4 address was written as an IPv6 one
     * @param zeros whether a decimal part was written with leading zeros
     */
    public record Ip(byte[] bytes, boolean mapped, boolean zeros) {

        /** Says whether this is an IPv6 address. */
        public boolean isV6() {
            return bytes.length == IpText.V6_BYTES;
        }

        /** Says whether this is a loopback address. */
        public boolean isLoopback() {
            return isV6() ? canonical().equals("::1") : bytes[0] == 127;
        }

        /** Says whether this is {@code 0.0.0.0} or {@code ::}. */
        public boolean isUnspecified() {
            return Arrays.equals(bytes, new byte[bytes.length]);
        }

        /** Says whether this is a link-local unicast address. */
        public boolean isLinkLocalUnicast() {
            return isV6() ? at(0) == 0xfe && (at(1) & 0xc0) == 0x80 : at(0) == 169 && at(1) == 254;
        }

        /** Says whether this is a link-local multicast address. */
        public boolean isLinkLocalMulticast() {
            return isV6() ? at(0) == 0xff && (at(1) & 0x0f) == 2 : at(0) == 224 && at(1) == 0 && at(2) == 0;
        }

        /** Returns the shortest way of writing the address, IPv6 as RFC 5952 says. */
        public String canonical() {
            return IpText.format(bytes);
        }

        private int at(int index) {
            return bytes[index] & 0xff;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Ip that && Arrays.equals(bytes, that.bytes);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(bytes);
        }

        @Override
        public String toString() {
            return canonical();
        }
    }

    /**
     * A network.
     *
     * @param address the address before the slash as written, host bits included
     * @param prefix how many leading bits are the network's
     */
    public record Cidr(Ip address, int prefix) {

        /** Returns the first address of the network. */
        public Ip first() {
            byte[] masked = address.bytes().clone();
            for (int bit = prefix; bit < masked.length * Byte.SIZE; bit++) {
                masked[bit / Byte.SIZE] &= (byte) ~(0x80 >> bit % Byte.SIZE);
            }
            return new Ip(masked, false, false);
        }

        /** Says whether the address is in this network. */
        public boolean contains(Ip ip) {
            return ip.isV6() == address.isV6() && new Cidr(ip, prefix).first().equals(first());
        }

        /** Says whether the other network is in this one and smaller. */
        public boolean strictlyContains(Cidr other) {
            return other.prefix > prefix && contains(other.address);
        }

        /** Returns the canonical text, host bits cleared. */
        public String canonical() {
            return first().canonical() + "/" + prefix;
        }
    }

    private Addresses() {
    }

    /** Reads an IP address, leading zeros allowed; nothing when the text is none. */
    public static Optional<Ip> ip(String text) {
        return IpText.parse(text);
    }

    /** Reads a network such as {@code 10.0.0.0/8}, host bits and leading zeros allowed; nothing when it is none. */
    public static Optional<Cidr> cidr(String text) {
        int slash = text.indexOf('/');
        if (slash < 0) {
            return Optional.empty();
        }
        String bits = text.substring(slash + 1);
        boolean digits = !bits.isEmpty() && bits.length() <= 3 && bits.chars().allMatch(c -> c >= '0' && c <= '9');
        return !digits ? Optional.empty() : ip(text.substring(0, slash)).flatMap(ip -> network(ip, bits));
    }

    private static Optional<Cidr> network(Ip ip, String bits) {
        // A mapped address has its prefix counted from the start of the IPv6 form.
        int prefix = Integer.parseInt(bits);
        int least = ip.mapped() ? 96 : 0;
        if (prefix < least || prefix > least + ip.bytes().length * Byte.SIZE) {
            return Optional.empty();
        }
        boolean zeros = ip.zeros() || bits.length() > 1 && bits.startsWith("0");
        return Optional.of(new Cidr(new Ip(ip.bytes(), ip.mapped(), zeros), prefix - least));
    }

    /** Returns what is wrong with an IP address in a field that takes any way of writing it; nothing when fine. */
    public static Optional<String> ipFault(String text) {
        return ip(text).isPresent() ? Optional.empty() : Optional.of(NO_IP);
    }

    /** Returns what is wrong with an IP address that must be unambiguous: no leading zeros, not mapped. */
    public static Optional<String> strictIpFault(String text) {
        Optional<Ip> ip = ip(text);
        if (ip.isEmpty()) {
            return Optional.of(NO_IP);
        }
        if (ip.get().zeros()) {
            return Optional.of("must not have leading 0s");
        }
        return ip.get().mapped() ? Optional.of("must not be an IPv4-mapped IPv6 address") : Optional.empty();
    }

    /** Returns what is wrong with an IP address that must be in its canonical form. */
    public static Optional<String> canonicalIpFault(String text) {
        Optional<String> fault = strictIpFault(text);
        if (fault.isPresent()) {
            return fault;
        }
        String canonical = ip(text).orElseThrow().canonical();
        return canonical.equals(text) ? Optional.empty()
                : Optional.of("must be in canonical form (\"" + canonical + "\")");
    }

    /** Returns what is wrong with a network in a field that takes any way of writing it; nothing when fine. */
    public static Optional<String> cidrFault(String text) {
        return cidr(text).isPresent() ? Optional.empty() : Optional.of(NO_CIDR);
    }

    /** Returns what is wrong with a network that must be unambiguous: no leading zeros, not mapped, no host bits. */
    public static Optional<String> strictCidrFault(String text) {
        Optional<Cidr> cidr = cidr(text);
        if (cidr.isEmpty()) {
            return Optional.of(NO_CIDR);
        }
        if (cidr.get().address().zeros()) {
            return Optional.of("must not have leading 0s in IP or prefix length");
        }
        if (cidr.get().address().mapped()) {
            return Optional.of("must not have an IPv4-mapped IPv6 address");
        }
        return cidr.get().first().equals(cidr.get().address()) ? Optional.empty()
                : Optional.of("must not have bits set beyond the prefix length");
    }

    /** Returns what is wrong with a network that must be in its canonical form. */
    public static Optional<String> canonicalCidrFault(String text) {
        Optional<String> fault = strictCidrFault(text);
        if (fault.isPresent()) {
            return fault;
        }
        String canonical = cidr(text).orElseThrow().canonical();
        return canonical.equals(text) ? Optional.empty()
                : Optional.of("must be in canonical form (\"" + canonical + "\")");
    }
}
