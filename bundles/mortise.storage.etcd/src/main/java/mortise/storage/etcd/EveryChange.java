package mortise.storage.etcd;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import mortise.core.etcd.EtcdChanges;
import mortise.core.etcd.Following;
import mortise.core.etcd.KeyChange;
import mortise.spi.storage.CompactedException;
import mortise.spi.storage.StoreException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows all keys there are, whosever they are: each revision of etcd has a change of some key, so whoever has seen
 * the change of a revision knows all keys that were changed until then. A watch of some of them that has delivered the
 * last one of these has missed nothing, which takes no question and no time, however many objects there are. It costs
 * the bytes of every change once more.
 */
final class EveryChange implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(EveryChange.class);
    /** How many changes are remembered for watches that are not known yet. */
    private static final int REMEMBERED_MAX = 4_096;
    private static final long OPEN_NANOS_MIN = TimeUnit.SECONDS.toNanos(1);

    /**
     * The last change below a prefix.
     *
     * @param certain false when it is only known that there was none later
     */
    private record Last(long revision, boolean certain) {
    }

    private final EtcdChanges etcd;
    private final List<EtcdWatch> watches;
    private final ArrayDeque<KeyChange> recent = new ArrayDeque<>(); // guarded by this
    private final Map<String, Last> lasts = new HashMap<>(); // by prefix, as etcd has it; guarded by this
    private long from; // everything after it was seen or is in recent; guarded by this
    private long seen; // everything up to it was seen; guarded by this
    private @Nullable Follower follower; // guarded by this
    private long openedNanos; // guarded by this
    private boolean closed; // guarded by this

    /**
     * Makes one that follows nothing yet.
     *
     * @param watches all that are open, which are told how far they are
     */
    EveryChange(EtcdChanges etcd, List<EtcdWatch> watches) {
        this.etcd = etcd;
        this.watches = watches;
        openedNanos = System.nanoTime() - OPEN_NANOS_MIN;
    }

    /**
     * Follows from where it was, unless it does so already.
     *
     * @param current the latest revision that is known, from which to begin when nothing was followed yet; 0 for none
     */
    synchronized void follow(long current) {
        if (closed || follower != null || System.nanoTime() - openedNanos < OPEN_NANOS_MIN) {
            return;
        }
        if (seen == 0 && current == 0) {
            return;
        }
        openedNanos = System.nanoTime();
        if (seen == 0) {
            from = current;
            seen = current;
        }
        var next = new Follower();
        follower = next;
        next.following = etcd.followAll(seen, changes -> take(next, changes), why -> lost(next, why));
    }

    /**
     * Returns up to which revision a watch has delivered all there was; 0 when that is not known, because the watch is
     * behind what was followed.
     */
    synchronized long reached(EtcdWatch watch) {
        long delivered = watch.delivered();
        if (follower == null) {
            return 0;
        }
        Last last = lasts.computeIfAbsent(etcd.spelled(watch.request().prefix()), this::last);
        if (delivered >= last.revision()) {
            return Math.max(seen, delivered);
        }
        return last.certain() ? delivered : 0;
    }

    private Last last(String prefix) {
        Iterator<KeyChange> backwards = recent.descendingIterator();
        while (backwards.hasNext()) {
            KeyChange change = backwards.next();
            if (change.key().startsWith(prefix)) {
                return new Last(change.revision(), true);
            }
        }
        return new Last(from, false);
    }

    /** Says that nobody follows what is below a prefix any more. */
    synchronized void forget(String prefix) {
        lasts.remove(etcd.spelled(prefix));
    }

    private void take(Follower by, List<KeyChange> changes) {
        if (changes.isEmpty()) {
            return;
        }
        synchronized (this) {
            if (follower != by) {
                return;
            }
            changes.forEach(this::note);
            seen = Math.max(seen, changes.get(changes.size() - 1).revision());
        }
        watches.forEach(this::tell);
    }

    private synchronized void note(KeyChange change) {
        if (recent.size() == REMEMBERED_MAX) {
            from = recent.removeFirst().revision();
        }
        recent.addLast(change);
        lasts.replaceAll((prefix, last) ->
                change.key().startsWith(prefix) ? new Last(change.revision(), true) : last);
    }

    /** Tells a watch that somebody waits for how far it is. */
    void tell(EtcdWatch watch) {
        if (watch.awaited()) {
            long reached = reached(watch);
            if (reached > watch.delivered()) {
                watch.advance(reached);
            }
        }
    }

    private synchronized void lost(Follower by, StoreException why) {
        if (follower != by) {
            return;
        }
        follower = null;
        if (why instanceof CompactedException) {
            forgetAll();
        }
        LOG.debug("The changes of all keys are not followed: {}", why.getMessage());
    }

    private synchronized void forgetAll() {
        seen = 0;
        recent.clear();
        lasts.clear();
    }

    /** Returns a revision that etcd had got to; 0 when nothing was followed. */
    synchronized long seen() {
        return seen;
    }

    /** Begins anew, as etcd was restored to an older state, unless nothing was seen that it has lost. */
    void startOver(long current) {
        Following open = null;
        synchronized (this) {
            if (seen <= current) {
                return;
            }
            if (follower != null) {
                open = follower.following;
            }
            follower = null;
            forgetAll();
        }
        if (open != null) {
            open.close();
        }
    }

    /** One attempt to follow; what comes from an earlier one is not listened to. */
    private static final class Follower {

        private @Nullable Following following; // guarded by the outer object
    }

    @Override
    public void close() {
        Following open = null;
        synchronized (this) {
            closed = true;
            if (follower != null) {
                open = follower.following;
            }
            follower = null;
        }
        if (open != null) {
            open.close();
        }
    }
}
