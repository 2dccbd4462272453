package mortise.core.etcd;

import io.etcd.jetcd.lease.LeaseGrantResponse;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * The leases that make values end. One lease per value would cost etcd more than the values do, so all that are written
 * within a minute, or a twentieth of their lifetime if that is less, share one that lasts so much longer. A value may
 * therefore live longer than asked for, but not shorter.
 */
final class Leases {

    private static final long SHARED_SECONDS_MAX = 60;
    private static final long SHARED_PART = 20;
    /** Values that may have the same lease; when it ends, etcd deletes all of them in one transaction. */
    private static final int VALUES_MAX = 1_000;

    private final Connection connection;
    private final Map<Long, Shared> byLifetime = new HashMap<>(); // guarded by this

    private static final class Shared {
        final CompletableFuture<Long> id;
        final long untilNanos;
        int values = 1; // guarded by the leases

        Shared(CompletableFuture<Long> id, long untilNanos) {
            this.id = id;
            this.untilNanos = untilNanos;
        }
    }

    Leases(Connection connection) {
        this.connection = connection;
    }

    /** Returns a lease for a value that is written now; 0, which is none, for a value that stays for ever. */
    synchronized CompletableFuture<Long> lease(long lifetimeSeconds) {
        if (lifetimeSeconds == 0) {
            return CompletableFuture.completedFuture(0L);
        }
        Shared known = byLifetime.get(lifetimeSeconds);
        boolean usable = known != null && !known.id.isCompletedExceptionally() && known.values < VALUES_MAX
                && System.nanoTime() - known.untilNanos < 0;
        if (usable) {
            known.values++;
            return known.id;
        }
        long shared = Math.min(SHARED_SECONDS_MAX, lifetimeSeconds / SHARED_PART);
        long untilNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(shared);
        CompletableFuture<Long> id = connection.limited(connection.client().getLeaseClient()
                .grant(lifetimeSeconds + shared)).thenApply(LeaseGrantResponse::getID);
        byLifetime.put(lifetimeSeconds, new Shared(id, untilNanos));
        return id;
    }

    /** Says that a lease was not to be had any more; the next value gets another. */
    synchronized void forget() {
        byLifetime.clear();
    }
}
