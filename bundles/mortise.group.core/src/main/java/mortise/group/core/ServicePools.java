package mortise.group.core;

import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.ApiStatus;
import mortise.api.ErrorReason;
import mortise.core.schema.Addresses.Cidr;
import mortise.core.schema.Addresses.Ip;
import mortise.spi.group.SharedRecords;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The addresses and ports that services have. A server that has the store for itself does not store them: what is taken
 * is read from the stored services when somebody first takes something, so nothing is lost or left over when it ends.
 * Servers that share a store have a record of each supply there, {@code /registry/ranges/...}, which each change reads
 * and then writes unless another server was faster; then it begins again. Any thread.
 */
final class ServicePools {

    static final String TAKEN_ADDRESS = "provided IP is already allocated";
    static final String TAKEN_PORT = "provided port is already allocated";

    private static final Logger LOG = LoggerFactory.getLogger(ServicePools.class);
    /** Servers that are in each other's way go on in turn, so this many lost races mean that something is wrong. */
    private static final int RACES_MAX = 1_000;
    private static final String PORTS = "";
    private static final int BAND_PART = 32;
    private static final int BAND_MIN = 16;
    private static final int BAND_MAX = 128;

    private final ServiceRanges ranges;
    private final Supplier<List<ApiObject>> stored;
    private final Supplier<Optional<SharedRecords>> shared;
    /** Guards the pools, which change together. */
    private final Object lock = new Object();
    // @GuardedBy("lock")
    private final Map<String, AddressPool> addresses = new LinkedHashMap<>();
    // @GuardedBy("lock")
    private final NumberPool ports;
    /** By IP family, and empty for that of the ports. */
    // @GuardedBy("lock")
    private final Map<String, SharedPool> records = new LinkedHashMap<>();
    // @GuardedBy("lock")
    private boolean filled;

    /**
     * Makes pools of which nothing is taken yet.
     *
     * @param stored lists every service; may block, and throws when it cannot
     * @param shared where servers on one store agree; nothing when this one has it for itself
     */
    ServicePools(ServiceRanges ranges, Supplier<List<ApiObject>> stored, RandomGenerator random,
            Supplier<Optional<SharedRecords>> shared) {
        this.ranges = ranges;
        this.stored = stored;
        this.shared = shared;
        for (Cidr network : ranges.networks()) {
            String family = network.address().isV6() ? Families.IPV6 : Families.IPV4;
            var pool = new AddressPool(network, random);
            String key = addresses.isEmpty() ? "ranges/serviceips" : "ranges/secondaryserviceips";
            addresses.put(family, pool);
            records.put(family, new SharedPool(key, network.canonical(), pool.offsets(), 1));
        }
        int size = ranges.lastPort() - ranges.firstPort() + 1;
        this.ports = new NumberPool(size, NumberPool.band(size, BAND_PART, BAND_MIN, BAND_MAX), random);
        records.put(PORTS, new SharedPool(
                "ranges/servicenodeports", ranges.firstPort() + "-" + ranges.lastPort(), ports, 0));
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
        return with(Families.of(ip), () -> {
            Optional<String> fault = fault(ip);
            if (fault.isPresent() || reserved && pool(ip).isFirst(ip)) {
                return fault;
            }
            return pool(ip).take(ip) ? Optional.empty() : Optional.of(TAKEN_ADDRESS);
        });
    }

    /** Does work with one supply, or none if there is no such one. What the work says about a lost race is void. */
    private <T> T with(String supply, Supplier<T> work) {
        synchronized (lock) {
            Optional<SharedRecords> others = shared.get();
            SharedPool record = records.get(supply);
            if (others.isEmpty() || record == null) {
                fill();
                return work.get();
            }
            for (int races = 0; races < RACES_MAX; races++) {
                record.load(others.get(), () -> held(supply));
                T result = work.get();
                if (record.save(others.get())) {
                    return result;
                }
            }
            throw new ApiException(ApiStatus.of(ErrorReason.SERVICE_UNAVAILABLE,
                    "other servers take addresses and ports all the time; try again"));
        }
    }

    /** Returns what stored services have of a supply, and what is taken anyhow. */
    private BitSet held(String supply) {
        AddressPool pool = addresses.get(supply);
        BitSet held = pool == null ? new BitSet() : AddressPool.kept();
        for (ApiObject service : stored.get()) {
            var holding = ServiceHolding.of(service);
            if (pool != null) {
                holding.addresses().stream().filter(ip -> Families.of(ip).equals(supply))
                        .forEach(ip -> pool.note(ip, held));
            } else {
                holding.ports().stream().map(port -> port - ranges.firstPort()).filter(ports::contains)
                        .forEach(held::set);
            }
        }
        return held;
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
        return with(family, () -> {
            AddressPool pool = addresses.get(family);
            return pool == null ? Optional.empty() : pool.takeAny();
        });
    }

    /** Returns the first address of a family, as an example of one. */
    Optional<Ip> example(String family) {
        synchronized (lock) {
            return Optional.ofNullable(addresses.get(family)).map(AddressPool::first);
        }
    }

    /** Takes a port; returns why it is not to be had, nothing when it is taken now. */
    Optional<String> takePort(int port) {
        return with(PORTS, () -> portFault(port).or(() ->
                ports.take(port - ranges.firstPort()) ? Optional.empty() : Optional.of(TAKEN_PORT)));
    }

    /** Returns why a port is not to be had, and takes nothing. */
    Optional<String> triedPort(int port) {
        return with(PORTS, () -> portFault(port).or(() ->
                ports.isTaken(port - ranges.firstPort()) ? Optional.of(TAKEN_PORT) : Optional.empty()));
    }

    private Optional<String> portFault(int port) {
        return port >= ranges.firstPort() && port <= ranges.lastPort() ? Optional.empty()
                : Optional.of("provided port is not in the valid range. The range of valid ports is "
                        + ranges.firstPort() + "-" + ranges.lastPort());
    }

    /** Takes any port; nothing when there is none left. */
    OptionalInt takeAnyPort() {
        return with(PORTS, () -> {
            OptionalInt number = ports.takeAny();
            return number.isPresent() ? OptionalInt.of(number.getAsInt() + ranges.firstPort()) : number;
        });
    }

    /** Gives back what nobody has any more. What is no part of the ranges is passed over. */
    void giveBack(Iterable<Ip> unusedAddresses, Iterable<Integer> unusedPorts) {
        for (Ip ip : unusedAddresses) {
            AddressPool pool = addresses.get(Families.of(ip));
            if (pool != null) {
                giveBack(Families.of(ip), () -> pool.giveBack(ip));
            }
        }
        for (int port : unusedPorts) {
            if (ports.contains(port - ranges.firstPort())) {
                giveBack(PORTS, () -> ports.giveBack(port - ranges.firstPort()));
            }
        }
    }

    /** The write it belongs to is over; what could not be given back is, when it is found that nobody has it. */
    private void giveBack(String supply, Runnable work) {
        try {
            with(supply, () -> {
                work.run();
                return true;
            });
        } catch (ApiException failed) {
            LOG.info("An address or port is given back later: {}", failed.getMessage());
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
