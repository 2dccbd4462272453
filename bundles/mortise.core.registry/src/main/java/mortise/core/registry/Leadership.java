package mortise.core.registry;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.function.LongSupplier;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.GroupVersion;
import mortise.spi.controller.ObjectAccess;

/**
 * Whether this server is the one that runs the controllers, as a {@code Lease} in {@code kube-system} says it. Clocks
 * of servers need not agree: a lease is over when this server has not seen it change for as long as it lasts.
 *
 * <p>Worked example, with the periods below. A renews at 0 s and then loses the store. At 10 s {@link #holds} is false,
 * so A's writes are refused and its controllers interrupted. B, which saw the renewal of 0 s at 0 s or later, takes the
 * lease at 15 s at the earliest. The five seconds between are for writes that were under way.
 */
final class Leadership {

    /** How long a lease lasts after a renewal. */
    static final Duration LEASE = Duration.ofSeconds(15);
    /** How long after its last renewal a holder acts as such. */
    static final Duration DEADLINE = Duration.ofSeconds(10);
    /** Pause between renewals, and between attempts to take the lease. */
    static final Duration RETRY = Duration.ofSeconds(2);

    static final String NAMESPACE = "kube-system";
    static final String NAME = "mortise-controllers";

    private static final String LEASES = "leases";
    /** What a holder leaves that has gone on its own account. */
    private static final long RELEASED_SECONDS = 1;
    private static final DateTimeFormatter MICROS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

    private final ObjectAccess objects;
    private final GroupVersion version;
    private final String identity;
    private final InstantSource clock;
    private final LongSupplier nanos;

    /** The version of the lease that was seen last, and when it was seen first. Guarded by this. */
    private String seen = "";
    private long seenNanos; // guarded by this
    private volatile boolean holder;
    /** When the last renewal that succeeded was begun. */
    private volatile long renewedNanos;

    /**
     * @param version of the group of leases
     * @param identity of this process; no other one may have it
     * @param nanos time that only grows, in nanoseconds
     */
    Leadership(ObjectAccess objects, GroupVersion version, String identity, InstantSource clock, LongSupplier nanos) {
        this.objects = objects;
        this.version = version;
        this.identity = identity;
        this.clock = clock;
        this.nanos = nanos;
    }

    /** Says whether this server runs the controllers now. Never blocks; any thread. */
    boolean holds() {
        return holder && nanos.getAsLong() - renewedNanos < DEADLINE.toNanos();
    }

    /** Renews the lease, or takes it when nobody has it. Blocks; fails as access to objects does. */
    synchronized void round() {
        long begun = nanos.getAsLong();
        Optional<ApiObject> found = objects.get(version, LEASES, NAMESPACE, NAME);
        if (found.isEmpty()) {
            remember(objects.create(version, LEASES, fresh()), begun);
            return;
        }
        ApiObject lease = found.get();
        boolean mine = lease.textAt("spec", "holderIdentity").equals(identity);
        if (!mine && !over(lease, begun)) {
            holder = false;
            return;
        }
        remember(objects.update(version, LEASES, mine ? renewed(lease) : taken(lease)), begun);
    }

    private void remember(ApiObject lease, long begun) {
        seen = lease.metadata().resourceVersion();
        seenNanos = begun;
        renewedNanos = begun;
        holder = true;
    }

    private boolean over(ApiObject lease, long now) {
        if (lease.textAt("spec", "holderIdentity").isEmpty()) {
            return true;
        }
        if (!lease.metadata().resourceVersion().equals(seen)) {
            seen = lease.metadata().resourceVersion();
            seenNanos = now;
        }
        long seconds = lease.at("spec", "leaseDurationSeconds") instanceof Long lasts ? lasts : LEASE.toSeconds();
        return now - seenNanos >= Duration.ofSeconds(seconds).toNanos();
    }

    private ApiObject fresh() {
        ApiObject lease = ApiObject.ofKind(version.kind("Lease"));
        lease.metadata().setNamespace(NAMESPACE);
        lease.metadata().setName(NAME);
        put(lease, identity, LEASE.toSeconds());
        lease.structAt("spec").put("acquireTime", now());
        lease.structAt("spec").put("leaseTransitions", 0L);
        return lease;
    }

    private ApiObject renewed(ApiObject lease) {
        put(lease, identity, LEASE.toSeconds());
        return lease;
    }

    private ApiObject taken(ApiObject lease) {
        long before = lease.at("spec", "leaseTransitions") instanceof Long transitions ? transitions : 0;
        lease.structAt("spec").put("acquireTime", now());
        lease.structAt("spec").put("leaseTransitions", before + 1);
        return renewed(lease);
    }

    private void put(ApiObject lease, String holderIdentity, long seconds) {
        lease.structAt("spec").put("holderIdentity", holderIdentity);
        lease.structAt("spec").put("leaseDurationSeconds", seconds);
        lease.structAt("spec").put("renewTime", now());
    }

    private String now() {
        Instant instant = clock.instant();
        return MICROS.format(instant);
    }

    /** Gives the lease back, so that another server need not wait. Nothing of this server may write after the call. */
    synchronized void release() {
        boolean held = holder;
        holder = false;
        if (!held) {
            return;
        }
        objects.get(version, LEASES, NAMESPACE, NAME)
                .filter(lease -> lease.textAt("spec", "holderIdentity").equals(identity)).ifPresent(lease -> {
                    put(lease, "", RELEASED_SECONDS);
                    try {
                        objects.update(version, LEASES, lease);
                    } catch (ApiException lost) {
                        // It is over sooner or later without that.
                    }
                });
    }
}
