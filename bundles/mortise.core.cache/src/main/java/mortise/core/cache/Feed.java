package mortise.core.cache;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import mortise.spi.storage.CompactedException;
import mortise.spi.storage.KeyOrder;
import mortise.spi.storage.RangePage;
import mortise.spi.storage.RangeRequest;
import mortise.spi.storage.Store;
import mortise.spi.storage.StoreAwayException;
import mortise.spi.storage.StoreEvent;
import mortise.spi.storage.StoreException;
import mortise.spi.storage.StoreWatch;
import mortise.spi.storage.StoredValue;
import mortise.spi.storage.WatchListener;
import mortise.spi.storage.WatchRequest;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Brings what is in the store into the {@link Timeline}: reads the state, follows it with one watch, and does so again,
 * later and later, when that fails. Blocking work runs on the dispatcher, events come on the store's thread.
 */
final class Feed {

    private static final Logger LOG = LoggerFactory.getLogger(Feed.class);

    private static final int PAGE_VALUES = 1000;
    private static final long RETRY_MILLIS_MIN = 100;
    private static final long RETRY_MILLIS_MAX = 10_000;
    /** To ask a store that knows it is away costs nothing, and clients wait for its return. */
    private static final long AWAY_MILLIS_MAX = 1_000;

    private final Store store;
    private final CacheSpec spec;
    private final CacheSettings settings;
    private final Timeline timeline;
    private final SelectableFields selectable;
    private final Executor dispatcher;
    private final ScheduledExecutorService timer;
    private final CompletableFuture<Void> loaded = new CompletableFuture<>();

    /** The watch that is open, if one is. Guarded by this. */
    private @Nullable StoreWatch watch;

    /** Who listens to it, or will. Guarded by this. */
    private @Nullable Listener listener;

    /** Written under this. */
    private volatile boolean closed;

    /** Only one load is under way at a time, and each begins after the last one has ended. */
    private volatile int failures;

    Feed(
            Store store,
            CacheSpec spec,
            CacheSettings settings,
            Timeline timeline,
            SelectableFields selectable,
            Executor dispatcher,
            ScheduledExecutorService timer) {
        this.store = store;
        this.spec = spec;
        this.settings = settings;
        this.timeline = timeline;
        this.selectable = selectable;
        this.dispatcher = dispatcher;
        this.timer = timer;
    }

    void start() {
        dispatcher.execute(this::load);
    }

    CompletableFuture<Void> loaded() {
        return loaded;
    }

    boolean closed() {
        return closed;
    }

    private void load() {
        try {
            if (loaded.isDone()) {
                resume();
            } else {
                loadWithHistory();
            }
            failures = 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            failed(e);
        } catch (RuntimeException e) {
            failed(e);
        }
    }

    /** Begins as far back as the history is of use, so that clients can go on where they were before a restart. */
    private void loadWithHistory() throws InterruptedException {
        long current = store.currentRevision();
        long oldest = Math.max(store.compactedRevision(), current - settings.historyEventsMax());
        CacheState state;
        try {
            state = read(oldest);
        } catch (CompactedException meanwhile) {
            state = read(0);
        }
        timeline.reset(state);
        follow(state.revision());
        while (!awaitDelivered(current, settings.readTimeout())) {
            synchronized (this) {
                if (closed || watch == null) {
                    return;
                }
            }
        }
        timeline.advance(current);
        loaded.complete(null);
    }

    private void resume() {
        try {
            follow(timeline.state().revision());
        } catch (CompactedException tooFarBehind) {
            LOG.warn("What is known of {} is too old to go on with and is read anew; open watches end", spec.prefix());
            CacheState state = read(0);
            timeline.reset(state);
            follow(state.revision());
        }
    }

    private CacheState read(long revision) {
        var entries = new ArrayList<CacheEntry>();
        var request = new RangeRequest(
                spec.prefix(), KeyOrder.endOfPrefix(spec.prefix()), revision, PAGE_VALUES);
        RangePage page = store.range(request);
        while (true) {
            for (StoredValue value : page.values()) {
                entries.add(entry(value.key(), value.value(), value.modRevision(), value.unreadable(), null));
            }
            if (!page.more()) {
                return CacheState.of(page.revision(), entries, spec.indexedFields());
            }
            String last = page.values().get(page.values().size() - 1).key();
            page = store.range(new RangeRequest(last + '\0', request.to(), page.revision(), PAGE_VALUES));
        }
    }

    private CacheEntry entry(
            String key, byte[] value, long revision, String unreadable, @Nullable CacheEntry before) {
        if (!unreadable.isEmpty()) {
            LOG.error("The value of {} at revision {} cannot be read: {}", key, revision, unreadable);
            return spec.unreadable(key, revision, unreadable, selectable);
        }
        try {
            CacheEntry entry = CacheEntry.of(key, value, revision, selectable);
            if (!spec.indexedFields().isEmpty()) {
                entry.readFields(before);
            }
            return entry;
        } catch (RuntimeException e) {
            // One value must not keep the others from being served.
            LOG.error("The value of {} at revision {} is corrupt", key, revision, e);
            return spec.corrupt(key, revision, e, selectable);
        }
    }

    private void follow(long revision) {
        var next = new Listener();
        synchronized (this) {
            if (closed) {
                return;
            }
            listener = next;
        }
        StoreWatch opened = store.watch(new WatchRequest(spec.prefix(), revision), next);
        boolean wanted;
        synchronized (this) {
            wanted = !closed && listener == next;
            if (wanted) {
                watch = opened;
                notifyAll();
            }
        }
        if (!wanted) {
            opened.close();
        }
    }

    /** Takes what the store tells, as long as it is the latest listener. */
    private final class Listener implements WatchListener {

        @Override
        public void onEvents(List<StoreEvent> events) {
            if (!current()) {
                return;
            }
            try {
                var news = new ArrayList<Timeline.News>(events.size());
                for (StoreEvent event : events) {
                    byte[] value = event.value();
                    CacheEntry entry = value == null ? null : entry(event.key(), value, event.revision(),
                            event.unreadable(), timeline.state().get(event.key()).orElse(null));
                    news.add(new Timeline.News(event.key(), entry, event.revision()));
                }
                timeline.apply(news);
            } catch (RuntimeException e) {
                // The thread is the store's; whatever is wrong here must not stop its work for others.
                ended(e);
            }
        }

        @Override
        public void onEnd(StoreException why) {
            if (current()) {
                ended(why);
            }
        }

        private boolean current() {
            synchronized (Feed.this) {
                return listener == this;
            }
        }

        private void ended(RuntimeException why) {
            StoreWatch broken;
            synchronized (Feed.this) {
                broken = watch;
                watch = null;
                listener = null;
                Feed.this.notifyAll();
            }
            if (broken != null) {
                broken.close();
            }
            failed(why);
        }
    }

    private void failed(Exception why) {
        int before = failures;
        failures = Math.min(before + 1, 30);
        boolean away = why instanceof StoreAwayException;
        long delay = Math.min(away ? AWAY_MILLIS_MAX : RETRY_MILLIS_MAX, RETRY_MILLIS_MIN << Math.min(before, 10));
        if (closed) {
            return;
        }
        // When the store is away, every resource has this to say, and the store has said it.
        LOG.atLevel(away ? Level.DEBUG : Level.WARN)
                .log("{} cannot be followed, next attempt in {} ms: {}", spec.prefix(), delay, why.toString());
        try {
            timer.schedule(() -> dispatcher.execute(this::load), delay, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException stopped) {
            LOG.debug("The timer was shut down; {} is not followed any more", spec.prefix());
        }
    }

    /** Waits until everything up to a revision is in the timeline, over the end of a watch if need be. */
    boolean awaitDelivered(long revision, Duration timeout) throws InterruptedException {
        long deadline = System.nanoTime() + timeout.toNanos();
        while (true) {
            StoreWatch open;
            synchronized (this) {
                open = watch;
            }
            long left = Math.max(0, deadline - System.nanoTime());
            if (open != null && open.awaitDelivered(revision, Duration.ofNanos(left))) {
                return true;
            }
            if (!awaitOther(open, deadline)) {
                return false;
            }
        }
    }

    private synchronized boolean awaitOther(@Nullable StoreWatch than, long deadline) throws InterruptedException {
        while (watch == than && !closed) {
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        return !closed && System.nanoTime() < deadline;
    }

    void close() {
        StoreWatch open;
        synchronized (this) {
            closed = true;
            open = watch;
            watch = null;
            listener = null;
            notifyAll();
        }
        if (open != null) {
            open.close();
        }
        loaded.completeExceptionally(Failures.unavailable("the cache of " + spec.prefix() + " was closed"));
    }
}
