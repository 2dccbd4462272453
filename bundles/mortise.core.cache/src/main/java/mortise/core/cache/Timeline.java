package mortise.core.cache;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import mortise.api.ApiStatus;
import mortise.api.ErrorReason;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The state at hand, how it came about, and the watches that want to know how it goes on. One lock makes a step of all
 * three, which is why no watch misses a change between the state it began with and its first event. What is done under
 * the lock is short and never waits. Any thread.
 */
final class Timeline {

    private static final Logger LOG = LoggerFactory.getLogger(Timeline.class);

    /** So many changes are looked at in one step of catching up, to keep the lock for a short time. */
    private static final int CATCH_UP_STEP = 256;

    private final CacheSettings settings;
    private final InstantSource clock;
    private final WakeUps wakeUps;
    private final Object lock = new Object();

    /** Written under {@link #lock}, read by anyone. */
    private volatile CacheState state = CacheState.of(0, List.of(), List.of());

    /** Guarded by {@link #lock}. */
    private final EventLog log;

    /** The synced watches. Guarded by {@link #lock}. */
    private final WatchIndex synced = new WatchIndex();

    /** The others. Guarded by {@link #lock}. */
    private final Set<Watcher> catchingUp = new HashSet<>();

    /** The latest one, because idle watches get the same. Guarded by {@link #lock}. */
    private CacheEvent bookmark = CacheEvent.bookmark(0, false);

    /** Why there is nothing to watch any more. Guarded by {@link #lock}. */
    private @Nullable ApiStatus closed;

    Timeline(CacheSettings settings, InstantSource clock, WakeUps wakeUps) {
        this.settings = settings;
        this.clock = clock;
        this.wakeUps = wakeUps;
        this.log = new EventLog(settings);
    }

    /** What a store event says about a key: what it has now, if anything. */
    record News(String key, @Nullable CacheEntry entry, long revision) {
    }

    CacheState state() {
        return state;
    }

    /** Begins anew with a state of which the history is not known; open watches end. */
    void reset(CacheState fresh) {
        synchronized (lock) {
            state = fresh;
            log.reset(fresh.revision());
            for (Watcher watcher : takeAll()) {
                watcher.end(tooOld(watcher.cursor));
                wakeUps.add(watcher);
            }
        }
        wakeUps.flush();
    }

    /** Ends all watches and has every later one end at once. */
    void close(ApiStatus why) {
        synchronized (lock) {
            closed = why;
            for (Watcher watcher : takeAll()) {
                watcher.end(why);
                wakeUps.add(watcher);
            }
        }
        wakeUps.flush();
    }

    private List<Watcher> takeAll() {
        List<Watcher> all = synced.clear();
        all.addAll(catchingUp);
        catchingUp.clear();
        return all;
    }

    /** Takes in what happened, in order. Called by one thread at a time. */
    void apply(List<News> news) {
        Instant now = clock.instant();
        synchronized (lock) {
            CacheState next = state;
            for (News item : news) {
                next = apply(item, next, now);
            }
            state = next;
        }
        wakeUps.flush();
    }

    private CacheState apply(News item, CacheState current, Instant now) {
        CacheEntry before = current.any(item.key());
        CacheEntry after = item.entry();
        if (before == null && after == null) {
            return current.at(item.revision());
        }
        if (before != null && after != null && after.corrupt()) {
            after = after.lastSeenAs(before);
        }
        CacheState next = current.replace(before, after, item.revision());
        var change = new Change(item.revision(), before, after, now);
        if (log.append(change, next)) {
            endThoseBehind();
        }
        var blocked = new ArrayList<Watcher>(0);
        synced.forEach(change, watcher -> tell(watcher, change, blocked));
        for (Watcher watcher : blocked) {
            synced.remove(watcher);
            watcher.endAsTooSlow();
        }
        return next;
    }

    private void tell(Watcher watcher, Change change, List<Watcher> blocked) {
        // A watch that began after a revision of the future is synced long before.
        CacheEvent event = change.revision <= watcher.cursor ? null : seenBy(watcher, change, blocked);
        if (event != null) {
            if (!watcher.offer(event)) {
                blocked.add(watcher);
            }
            wakeUps.add(watcher);
        }
    }

    private @Nullable CacheEvent seenBy(Watcher watcher, Change change, List<Watcher> blocked) {
        try {
            return change.seenBy(watcher.filter());
        } catch (RuntimeException e) {
            // The change is in the log, and must come into the state whatever one selector makes of it.
            LOG.error("A watch ends because its selector failed at revision {}", change.revision, e);
            watcher.end(ApiStatus.of(ErrorReason.INTERNAL_ERROR, "the selector of the watch failed"));
            wakeUps.add(watcher);
            blocked.add(watcher);
            return null;
        }
    }

    /** Readers that stopped in the middle of their first state must not hold on to it for ever. */
    private void endThoseBehind() {
        catchingUp.removeIf(watcher -> {
            boolean behind = watcher.cursor < log.floor() && watcher.holdsState();
            if (behind) {
                watcher.end(tooOld(watcher.cursor));
                wakeUps.add(watcher);
            }
            return behind;
        });
    }

    private ApiStatus tooOld(long revision) {
        return ApiStatus.of(
                ErrorReason.EXPIRED, "too old resource version: " + revision + " (" + log.floor() + ")");
    }

    /** Notes that nothing changed up to a revision, except what was applied. */
    void advance(long revision) {
        if (state.revision() < revision) {
            synchronized (lock) {
                if (state.revision() < revision) {
                    state = state.at(revision);
                }
            }
        }
    }

    /** The lowest revision after which every change is in the log. */
    long floor() {
        synchronized (lock) {
            return log.floor();
        }
    }

    /** Up to where a watch has looked at changes. */
    long cursor(Watcher watcher) {
        synchronized (lock) {
            return watcher.cursor;
        }
    }

    /** Gives a watch that is behind the log what it sees in the changes up to a revision. */
    void resume(Watcher watcher, List<CacheEvent> events, long upTo) {
        synchronized (lock) {
            watcher.cursor = upTo;
            for (CacheEvent event : events) {
                if (!watcher.offer(event)) {
                    catchingUp.remove(watcher);
                    watcher.endAsTooSlow();
                    break;
                }
            }
            watcher.behindNoMore();
            wakeUps.add(watcher);
        }
        wakeUps.flush();
    }

    /** Ends one watch. */
    void end(Watcher watcher, ApiStatus why) {
        synchronized (lock) {
            remove(watcher);
            watcher.end(why);
            wakeUps.add(watcher);
        }
        wakeUps.flush();
    }

    /** Takes in a new watch. */
    void add(Watcher watcher) {
        synchronized (lock) {
            if (closed != null) {
                watcher.end(closed);
            } else if (!watcher.over()) {
                catchingUp.add(watcher);
            }
            wakeUps.add(watcher);
        }
        wakeUps.flush();
    }

    void remove(Watcher watcher) {
        synchronized (lock) {
            if (!catchingUp.remove(watcher)) {
                synced.remove(watcher);
            }
        }
    }

    /**
     * Brings a watch some way towards the end of the history, where it becomes synced.
     *
     * @return false when it must be brought up to the log first, which the caller has done
     */
    boolean catchUp(Watcher watcher) {
        synchronized (lock) {
            if (watcher.over() || watcher.synced()) {
                return true;
            }
            if (watcher.cursor < log.floor()) {
                return false;
            }
            if (fill(watcher)) {
                catchingUp.remove(watcher);
                synced.add(watcher);
                watcher.becomeSynced();
            }
            return true;
        }
    }

    /** Puts what comes next into the queue of a watch; says whether it has reached the end of the history. */
    private boolean fill(Watcher watcher) {
        int position = log.firstAfter(watcher.cursor);
        int stop = position + CATCH_UP_STEP;
        while (position < log.size()) {
            Change change = log.get(position++);
            CacheEvent event = change.seenBy(watcher.filter());
            if (event != null && !watcher.offer(event)) {
                // One revision with more changes than a queue holds.
                catchingUp.remove(watcher);
                watcher.endAsTooSlow();
                return false;
            }
            watcher.cursor = change.revision;
            // The changes of one revision stay together, because the cursor cannot tell them apart.
            boolean between = position < log.size() && log.get(position).revision > change.revision;
            if (between && (position >= stop || event != null && watcher.busy())) {
                return false;
            }
        }
        return true;
    }

    /** Tells a synced watch up to where it has been told everything. */
    void sendBookmark(Watcher watcher) {
        synchronized (lock) {
            if (watcher.over() || !watcher.synced() || state.revision() < watcher.cursor) {
                return;
            }
            if (bookmark.revision() != state.revision()) {
                bookmark = CacheEvent.bookmark(state.revision(), false);
            }
            // A full queue is the reader's trouble, not the bookmark's; it will be told by events.
            if (watcher.offer(bookmark)) {
                wakeUps.add(watcher);
            }
        }
        wakeUps.flush();
    }

    /** Returns the state as it was at a revision not later than the one at hand, if that is recent enough. */
    Optional<CacheState> at(long revision) {
        CacheState base;
        List<Change> undo = new ArrayList<>();
        synchronized (lock) {
            base = state;
            int position = log.firstAfter(revision);
            if (revision < log.floor() || position < log.size()
                    && log.get(position).since.isBefore(clock.instant().minus(settings.snapshotsMax()))) {
                return Optional.empty();
            }
            while (position < log.size()) {
                Change change = log.get(position++);
                undo.add(change);
                if (change.checkpoint != null) {
                    base = change.checkpoint;
                    break;
                }
            }
        }
        for (int i = undo.size() - 1; i >= 0; i--) {
            base = base.replace(undo.get(i).after, undo.get(i).before, revision);
        }
        return Optional.of(base.at(revision));
    }
}
