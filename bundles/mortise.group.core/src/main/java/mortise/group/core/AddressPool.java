package mortise.group.core;

import java.math.BigInteger;
import java.util.BitSet;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.random.RandomGenerator;
import mortise.core.schema.Addresses.Cidr;
import mortise.core.schema.Addresses.Ip;

/**
 * The addresses of a network that services may have: all but the first one, and in IPv4 the last one, which mean the
 * network. The first of them is kept for the service through which the server itself is reached. Not thread-safe.
 */
final class AddressPool {

    private static final int BAND_PART = 16;
    private static final int BAND_MIN = 16;
    private static final int BAND_MAX = 256;

    private final Cidr network;
    private final BigInteger base;
    private final NumberPool offsets;

    AddressPool(Cidr network, RandomGenerator random) {
        this.network = network;
        this.base = new BigInteger(1, network.first().bytes());
        int size = 1 << network.address().bytes().length * Byte.SIZE - network.prefix();
        int usable = network.address().isV6() ? size : size - 1;
        this.offsets = new NumberPool(usable, NumberPool.band(size, BAND_PART, BAND_MIN, BAND_MAX), random);
        offsets.take(0);
        offsets.take(1);
    }

    /** Returns the numbers behind it: the one of an address is its distance from that of the network. */
    NumberPool offsets() {
        return offsets;
    }

    /** Adds the number of an address to those that services have, if it is one of this network. */
    void note(Ip ip, BitSet held) {
        if (contains(ip)) {
            held.set(offset(ip));
        }
    }

    /** Returns what is taken without any service: the network's own address and the one that is kept. */
    static BitSet kept() {
        return BitSet.valueOf(new long[] {0b11});
    }

    Cidr network() {
        return network;
    }

    /** Says whether services may have the address. */
    boolean contains(Ip ip) {
        return network.contains(ip) && offset(ip) != 0 && offsets.contains(offset(ip));
    }

    /** Says whether the address is the one that is kept for the server itself. */
    boolean isFirst(Ip ip) {
        return network.contains(ip) && offset(ip) == 1;
    }

    /** Takes an address that services may have; says whether it was free. */
    boolean take(Ip ip) {
        return offsets.take(offset(ip));
    }

    Optional<Ip> takeAny() {
        OptionalInt offset = offsets.takeAny();
        return offset.isPresent() ? Optional.of(at(offset.getAsInt())) : Optional.empty();
    }

    /** Gives an address back; the one that is kept stays taken. */
    void giveBack(Ip ip) {
        if (contains(ip) && !isFirst(ip)) {
            offsets.giveBack(offset(ip));
        }
    }

    /** Returns the first address. */
    Ip first() {
        return at(1);
    }

    private int offset(Ip ip) {
        return new BigInteger(1, ip.bytes()).subtract(base).intValueExact();
    }

    private Ip at(int offset) {
        byte[] number = base.add(BigInteger.valueOf(offset)).toByteArray();
        byte[] bytes = new byte[network.address().bytes().length];
        // The number may have a leading zero for its sign, or fewer bytes than an address.
        for (int i = 1; i <= Math.min(bytes.length, number.length); i++) {
            bytes[bytes.length - i] = number[number.length - i];
        }
        return new Ip(bytes, false, false);
    }
}
