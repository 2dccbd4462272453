package mortise.core.cache;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import mortise.api.ApiStatus;
import mortise.api.ErrorReason;
import mortise.spi.storage.CompactedException;
import mortise.spi.storage.Store;
import mortise.spi.storage.StoreEvent;
import mortise.spi.storage.StoreException;
import mortise.spi.storage.StoreWatch;
import mortise.spi.storage.StoredValue;
import mortise.spi.storage.WatchListener;
import mortise.spi.storage.WatchRequest;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings watches that begin before the event log up to it, from the history of the store: part by part, each when the
 * reader has taken the one before. One part of one watch is read at a time, on the dispatcher, so that clients who come
 * back after a long time cost the others little. Any thread.
 */
final class Backlog {

    private static final Logger LOG = LoggerFactory.getLogger(Backlog.class);

    private static final int PART_CHANGES_MAX = 256;
    private static final long PART_BYTES_MAX = 4L << 20;
    private static final Duration LOOK = Duration.ofMillis(10);

    private final Store store;
    private final CacheSpec spec;
    private final SelectableFields selectable;
    private final Timeline timeline;
    private final Executor dispatcher;
    private final Duration patience;
    private final int changesMax;

    /** Those that wait for their turn. Guarded by itself. */
    private final ArrayDeque<Watcher> waiting = new ArrayDeque<>();

    /** Whether a task takes from {@link #waiting}. Guarded by it. */
    private boolean busy;

    Backlog(
            Store store, CacheSpec spec, SelectableFields selectable, CacheSettings settings, Timeline timeline,
            Executor dispatcher) {
        this.store = store;
        this.spec = spec;
        this.selectable = selectable;
        this.timeline = timeline;
        this.dispatcher = dispatcher;
        this.patience = settings.readTimeout();
        this.changesMax = Math.max(1, Math.min(PART_CHANGES_MAX, settings.watchQueueEventsMax() / 2));
    }

    /** Has the next part of a watch read, which the {@link Timeline} then is given. Not under any lock. */
    void request(Watcher watcher) {
        synchronized (waiting) {
            waiting.add(watcher);
            if (busy) {
                return;
            }
            busy = true;
        }
        launch();
    }

    private void launch() {
        try {
            dispatcher.execute(this::readNext);
        } catch (RejectedExecutionException stopped) {
            // Nobody reads any more.
            LOG.debug("The dispatcher was shut down; the history of {} is not read any more", spec.prefix());
        }
    }

    private void readNext() {
        Watcher watcher;
        synchronized (waiting) {
            watcher = waiting.poll();
            busy = watcher != null;
        }
        if (watcher == null) {
            return;
        }
        if (!watcher.over()) {
            read(watcher);
        }
        launch();
    }

    private void read(Watcher watcher) {
        long after = timeline.cursor(watcher);
        try {
            Part part = part(watcher.filter(), after, timeline.floor());
            timeline.resume(watcher, part.events(), part.upTo());
        } catch (CompactedException gone) {
            timeline.end(watcher, tooOld(after, gone.compacted()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            timeline.end(watcher, Failures.unavailable("the server is shutting down").status());
        } catch (RuntimeException e) {
            LOG.warn("The history of {} after revision {} cannot be read: {}", spec.prefix(), after, e.toString());
            timeline.end(watcher, Failures.unavailable("the history after the given version cannot be read").status());
        }
    }

    /** Returns why a watch cannot begin after a revision, if that is certain without reading. */
    Optional<ApiStatus> refused(long after) {
        if (after >= timeline.floor()) {
            return Optional.empty();
        }
        try {
            long oldest = store.compactedRevision();
            return after < oldest ? Optional.of(tooOld(after, oldest)) : Optional.empty();
        } catch (StoreException notNow) {
            // Reading will tell.
            return Optional.empty();
        }
    }

    private static ApiStatus tooOld(long revision, long oldest) {
        return ApiStatus.of(ErrorReason.EXPIRED, "too old resource version: " + revision + " (" + oldest + ")");
    }

    /** What a watch sees in the changes up to a revision. */
    private record Part(List<CacheEvent> events, long upTo) { }

    private Part part(WatchFilter filter, long after, long upTo) throws InterruptedException {
        var collector = new Collector(changesMax);
        String prefix = filter.key.isEmpty() ? spec.prefixOf(filter.namespace) : filter.key;
        boolean complete;
        try (StoreWatch watch = store.watch(new WatchRequest(prefix, after), collector)) {
            complete = collector.await(watch, upTo, patience);
        }
        List<StoreEvent> changes = collector.events();
        long end = complete ? upTo : changes.isEmpty() ? after : changes.get(changes.size() - 1).revision();
        if (end <= after) {
            throw new StoreException("nothing came in " + patience, null);
        }
        return new Part(seen(changes, filter, end), end);
    }

    private List<CacheEvent> seen(List<StoreEvent> changes, WatchFilter filter, long upTo) {
        var latest = new HashMap<String, Optional<CacheEntry>>();
        var events = new ArrayList<CacheEvent>();
        for (StoreEvent change : changes) {
            if (change.revision() > upTo) {
                break;
            }
            CacheEntry before = before(change, latest);
            CacheEntry after = after(change);
            if (before != null && after != null && after.corrupt()) {
                after = after.lastSeenAs(before);
            }
            latest.put(change.key(), Optional.ofNullable(after));
            if (before != null || after != null) {
                CacheEvent event = new Change(change.revision(), before, after, Instant.EPOCH).seenBy(filter);
                if (event != null) {
                    events.add(event);
                }
            }
        }
        return events;
    }

    private @Nullable CacheEntry before(StoreEvent change, Map<String, Optional<CacheEntry>> latest) {
        Optional<CacheEntry> known = latest.get(change.key());
        if (known != null) {
            return known.orElse(null);
        }
        if (!change.deleted() && change.createRevision() == change.revision()) {
            return null;
        }
        return store.get(change.key(), change.revision() - 1).map(this::entry).orElse(null);
    }

    private @Nullable CacheEntry after(StoreEvent change) {
        byte[] value = change.value();
        return value == null ? null : entry(new StoredValue(change.key(), value, change.createRevision(),
                change.revision(), change.unreadable()));
    }

    private CacheEntry entry(StoredValue value) {
        if (!value.unreadable().isEmpty()) {
            return spec.unreadable(value.key(), value.modRevision(), value.unreadable(), selectable);
        }
        try {
            return CacheEntry.of(value.key(), value.value(), value.modRevision(), selectable);
        } catch (RuntimeException broken) {
            return spec.corrupt(value.key(), value.modRevision(), broken, selectable);
        }
    }

    /** Takes changes until there are enough for a part, and drops what the store sends until the watch is closed. */
    private static final class Collector implements WatchListener {

        private final int changesMax;
        // All guarded by this.
        private final List<StoreEvent> events = new ArrayList<>();
        private long bytes;
        private boolean enough;
        private @Nullable StoreException end;

        Collector(int changesMax) {
            this.changesMax = changesMax;
        }

        @Override
        public synchronized void onEvents(List<StoreEvent> more) {
            for (StoreEvent event : more) {
                // The changes of one revision stay together.
                if (enough && event.revision() > events.get(events.size() - 1).revision()) {
                    return;
                }
                events.add(event);
                byte[] value = event.value();
                bytes += value == null ? 0 : value.length;
                enough = events.size() >= changesMax || bytes >= PART_BYTES_MAX;
            }
        }

        @Override
        public synchronized void onEnd(StoreException why) {
            end = why;
        }

        /** Waits until there is enough, and then returns false, or until everything up to a revision is there. */
        boolean await(StoreWatch watch, long upTo, Duration patience) throws InterruptedException {
            long deadline = System.nanoTime() + patience.toNanos();
            while (System.nanoTime() < deadline) {
                boolean delivered = watch.awaitDelivered(upTo, LOOK);
                synchronized (this) {
                    if (end != null) {
                        throw end;
                    }
                    if (enough) {
                        return false;
                    }
                }
                if (delivered) {
                    return true;
                }
            }
            return false;
        }

        synchronized List<StoreEvent> events() {
            return List.copyOf(events);
        }
    }
}
