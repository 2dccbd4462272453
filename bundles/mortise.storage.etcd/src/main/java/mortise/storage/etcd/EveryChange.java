package mortise.storage.etcd;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Watch;
import io.etcd.jetcd.options.WatchOption;
import io.etcd.jetcd.watch.WatchEvent;
import io.etcd.jetcd.watch.WatchResponse;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
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
    private static final ByteSequence FIRST_KEY = Connection.bytes("\0");
    /** How many changes are remembered for watches that are not known yet. */
    private static final int REMEMBERED_MAX = 4_096;
    private static final long OPEN_NANOS_MIN = TimeUnit.SECONDS.toNanos(1);

    /** A change that was seen, and its key as etcd has it. */
    private record Change(long revision, String key) {
    }

    /**
     * The last change below a prefix.
     *
     * @param certain false when it is only known that there was none later
     */
    private record Last(long revision, boolean certain) {
    }

    private final Connection connection;
    private final List<EtcdWatch> watches;
    private final ArrayDeque<Change> recent = new ArrayDeque<>(); // guarded by this
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
    EveryChange(Connection connection, List<EtcdWatch> watches) {
        this.connection = connection;
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
        WatchOption option = WatchOption.builder().withRange(FIRST_KEY).withRequireLeader(true)
                .withRevision(seen + 1).build();
        next.watcher = connection.client().getWatchClient().watch(FIRST_KEY, option, next);
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
        Last last = lasts.computeIfAbsent(spelled(watch.request().prefix()), this::last);
        if (delivered >= last.revision()) {
            return Math.max(seen, delivered);
        }
        return last.certain() ? delivered : 0;
    }

    private Last last(String prefix) {
        Iterator<Change> backwards = recent.descendingIterator();
        while (backwards.hasNext()) {
            Change change = backwards.next();
            if (change.key().startsWith(prefix)) {
                return new Last(change.revision(), true);
            }
        }
        return new Last(from, false);
    }

    /** Says that nobody follows what is below a prefix any more. */
    synchronized void forget(String prefix) {
        lasts.remove(spelled(prefix));
    }

    /** Returns a prefix as etcd has it, where the keys of another cluster may begin as ours do elsewhere. */
    private String spelled(String prefix) {
        return Connection.text(connection.settings().keys().bytes(prefix));
    }

    private void take(Follower by, WatchResponse response) {
        List<WatchEvent> events = response.getEvents();
        if (events.isEmpty()) {
            return;
        }
        synchronized (this) {
            if (follower != by) {
                return;
            }
            events.forEach(event -> note(event.getKeyValue().getModRevision(),
                    Connection.text(event.getKeyValue().getKey())));
            seen = Math.max(seen, events.get(events.size() - 1).getKeyValue().getModRevision());
        }
        watches.forEach(this::tell);
    }

    private synchronized void note(long revision, String key) {
        if (recent.size() == REMEMBERED_MAX) {
            from = recent.removeFirst().revision();
        }
        recent.addLast(new Change(revision, key));
        lasts.replaceAll((prefix, last) -> key.startsWith(prefix) ? new Last(revision, true) : last);
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

    private synchronized void lost(Follower by, boolean compacted, String why) {
        if (follower != by) {
            return;
        }
        follower = null;
        if (compacted) {
            seen = 0;
            recent.clear();
            lasts.clear();
        }
        LOG.debug("The changes of all keys are not followed: {}", why);
    }

    /** Takes what etcd tells, on the client's thread. */
    private final class Follower implements Watch.Listener {

        private Watch.@Nullable Watcher watcher; // guarded by the outer object

        @Override
        public void onNext(WatchResponse response) {
            take(this, response);
        }

        @Override
        public void onError(Throwable failure) {
            lost(this, Failures.meaning(failure) == Failures.Meaning.COMPACTED, String.valueOf(failure.getMessage()));
        }

        @Override
        public void onCompleted() {
            lost(this, false, "the watch has ended");
        }
    }

    @Override
    public void close() {
        Watch.Watcher open = null;
        synchronized (this) {
            closed = true;
            if (follower != null) {
                open = follower.watcher;
            }
            follower = null;
        }
        if (open != null) {
            open.close();
        }
    }
}
