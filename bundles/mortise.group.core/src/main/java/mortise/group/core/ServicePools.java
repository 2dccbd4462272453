package mortise.group.core;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import mortise.api.ApiObject;
import mortise.core.schema.Addresses.Cidr;
import mortise.core.schema.Addresses.Ip;

/**
 * The addresses and ports that services have. They are not stored: what is taken is read from the stored services when
 * somebody first takes something, so nothing is lost or left over when a server ends. Any thread.
 */
final class ServicePools {

    static final String TAKEN_ADDRESS = "provided IP is already allocated";
    static final String TAKEN_PORT = "provided port is already allocated";

    private static final int BAND_PART = 32;
    private static final int BAND_MIN = 16;
    private static final int BAND_MAX = 128;

    private final ServiceRanges ranges;
    private final Supplier<List<ApiObject>> stored;
    /** Guards the pools, which change together. */
    private final Object lock = new Object();
    // @GuardedBy("lock")
    private final Map<String, AddressPool> addresses = new LinkedHashMap<>();
    // @GuardedBy("lock")
    private final NumberPool ports;
    // @GuardedBy("lock")
    private boolean filled;

    /**
     * Makes pools of which nothing is taken yet.
     *
     * @param stored lists every service; may block, and throws when it cannot
     */
    ServicePools(ServiceRanges ranges, Supplier<List<ApiObject>> stored, RandomGenerator random) {
        this.ranges = ranges;
        this.stored = stored;
        for (Cidr network : ranges.networks()) {
            addresses.put(network.address().isV6() ? Families.IPV6 : Families.IPV4, new AddressPool(network, random));
        }
        int size = ranges.lastPort() - ranges.firstPort() + 1;
        this.ports = new NumberPool(size, NumberPool.band(size, BAND_PART, BAND_MIN, BAND_MAX), random);
    }

    ServiceRanges ranges() {
        return ranges;
    }

    /**
     * Takes an address.
     *
     * @param reserved whether it may be the one that is kept for the server itself
     * @return why it is not to be had; nothing when it is taken now
     */
    Optional<String> take(Ip ip, boolean reserved) {
        synchronized (lock) {
            fill();
            Optional<String> fault = fault(ip);
            if (fault.isPresent() || reserved && pool(ip).isFirst(ip)) {
                return fault;
            }
            return pool(ip).take(ip) ? Optional.empty() : Optional.of(TAKEN_ADDRESS);
        }
    }

    private AddressPool pool(Ip ip) {
        return addresses.get(Families.of(ip));
    }

    // Holds the lock.
    private Optional<String> fault(Ip ip) {
        AddressPool pool = addresses.get(Families.of(ip));
        if (pool == null || !pool.network().contains(ip)) {
            return Optional.of("the provided network does not match the current range");
        }
        return pool.contains(ip) ? Optional.empty() : Optional.of(outside(ip, pool));
    }

    /** Returns why an address is not to be had, without looking whether it is taken; nothing when it might be. */
    Optional<String> tried(Ip ip) {
        synchronized (lock) {
            AddressPool pool = addresses.get(Families.of(ip));
            if (pool == null) {
                return fault(ip);
            }
            return pool.contains(ip) ? Optional.empty() : Optional.of(outside(ip, pool));
        }
    }

    private static String outside(Ip ip, AddressPool pool) {
        return "the provided IP (" + ip + ") is not in the valid range. The range of valid IPs is "
                + pool.network().canonical();
    }

    /** Takes any address of a family; nothing when there is none left. */
    Optional<Ip> takeAny(String family) {
        synchronized (lock) {
            fill();
            AddressPool pool = addresses.get(family);
            return pool == null ? Optional.empty() : pool.takeAny();
        }
    }

    /** Returns the first address of a family, as an example of one. */
    Optional<Ip> example(String family) {
        synchronized (lock) {
            return Optional.ofNullable(addresses.get(family)).map(AddressPool::first);
        }
    }

    /** Takes a port; returns why it is not to be had, nothing when it is taken now. */
    Optional<String> takePort(int port) {
        synchronized (lock) {
            fill();
            return portFault(port).or(() ->
                    ports.take(port - ranges.firstPort()) ? Optional.empty() : Optional.of(TAKEN_PORT));
        }
    }

    /** Returns why a port is not to be had, and takes nothing. */
    Optional<String> triedPort(int port) {
        synchronized (lock) {
            fill();
            return portFault(port).or(() ->
                    ports.isTaken(port - ranges.firstPort()) ? Optional.of(TAKEN_PORT) : Optional.empty());
        }
    }

    private Optional<String> portFault(int port) {
        return port >= ranges.firstPort() && port <= ranges.lastPort() ? Optional.empty()
                : Optional.of("provided port is not in the valid range. The range of valid ports is "
                        + ranges.firstPort() + "-" + ranges.lastPort());
    }

    /** Takes any port; nothing when there is none left. */
    OptionalInt takeAnyPort() {
        synchronized (lock) {
            fill();
            OptionalInt number = ports.takeAny();
            return number.isPresent() ? OptionalInt.of(number.getAsInt() + ranges.firstPort()) : number;
        }
    }

    /** Gives back what nobody has any more. What is no part of the ranges is passed over. */
    void giveBack(Iterable<Ip> unusedAddresses, Iterable<Integer> unusedPorts) {
        synchronized (lock) {
            for (Ip ip : unusedAddresses) {
                AddressPool pool = addresses.get(Families.of(ip));
                if (pool != null) {
                    pool.giveBack(ip);
                }
            }
            for (int port : unusedPorts) {
                if (ports.contains(port - ranges.firstPort())) {
                    ports.giveBack(port - ranges.firstPort());
                }
            }
        }
    }

    // Holds the lock, so that nobody is given what a stored service has.
    private void fill() {
        if (filled) {
            return;
        }
        for (ApiObject service : stored.get()) {
            var holding = ServiceHolding.of(service);
            holding.addresses().stream().filter(this::has).forEach(ip -> pool(ip).take(ip));
            holding.ports().stream().map(port -> port - ranges.firstPort()).filter(ports::contains)
                    .forEach(ports::take);
        }
        filled = true;
    }

    private boolean has(Ip ip) {
        AddressPool pool = addresses.get(Families.of(ip));
        return pool != null && pool.contains(ip);
    }
}
