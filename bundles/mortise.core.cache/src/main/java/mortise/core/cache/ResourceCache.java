package mortise.core.cache;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import mortise.api.ApiException;
import mortise.api.ApiStatus;
import mortise.spi.storage.FutureRevisionException;
import mortise.spi.storage.Store;
import mortise.spi.storage.StoreAwayException;
import mortise.spi.storage.StoreException;

/**
 * The state of one resource in memory, kept up to date by one watch of the store. All methods may be called from any
 * thread.
 *
 * <h2>Failures</h2>
 * Reads throw {@code ApiException} with what the client is told: 429 while the cache is loading for longer than the
 * read timeout, or anew because the store was restored, 504 for a revision that does not come in time, 410 for one that
 * is gone, 503 after {@link #close} and while the store is away. What else the store fails with comes through as
 * {@link StoreException}.
 */
public final class ResourceCache implements AutoCloseable {

    /** How long a bookmark waits for the revision that is current: a store may have to ask how far a watch is. */
    private static final Duration BOOKMARK_WAIT = Duration.ofMillis(100);

    private final Store store;
    private final CacheSpec spec;
    private final CacheSettings settings;
    private final SelectableFields selectable;
    private final Timeline timeline;
    private final Backlog backlog;
    private final Feed feed;
    private final Bookmarks bookmarks;

    private ResourceCache(
            Store store,
            CacheSpec spec,
            CacheSettings settings,
            Executor dispatcher,
            ScheduledExecutorService timer,
            InstantSource clock) {
        this.store = store;
        this.spec = spec;
        this.settings = settings;
        this.selectable = new SelectableFields(spec.selectable());
        this.timeline = new Timeline(settings, clock, new WakeUps(dispatcher));
        this.backlog = new Backlog(store, spec, selectable, settings, timeline, dispatcher);
        this.feed = new Feed(store, spec, settings, timeline, selectable, dispatcher, timer);
        this.bookmarks = new Bookmarks(
                timeline, this::progress, settings.bookmarkPeriod(), dispatcher, timer, clock);
    }

    /**
     * Opens a cache. Returns at once and loads in the background.
     *
     * @param store where the objects are; stays open when the cache is closed
     * @param dispatcher runs the readers of watches, and the loading, which blocks; not in the caller's thread, which
     *     may be the store's
     * @param timer triggers bookmarks and retries; never blocked
     * @param clock tells the age of history
     */
    public static ResourceCache open(
            Store store,
            CacheSpec spec,
            CacheSettings settings,
            Executor dispatcher,
            ScheduledExecutorService timer,
            InstantSource clock) {
        var cache = new ResourceCache(store, spec, settings, dispatcher, timer, clock);
        cache.feed.start();
        return cache;
    }

    /** Completes when reads are served; exceptionally when the cache is closed before. */
    public CompletionStage<Void> loaded() {
        return feed.loaded().minimalCompletionStage();
    }

    /** Returns the prefix of the keys. */
    public String prefix() {
        return spec.prefix();
    }

    /** Returns the state at hand. Blocks only while the cache is loading. */
    public CacheSnapshot any() {
        awaitLoaded();
        return timeline.state();
    }

    /** Returns a state with every change that was acknowledged before the call. May block, up to the read timeout. */
    public CacheSnapshot mostRecent() {
        awaitLoaded();
        return await(currentRevision());
    }

    private long currentRevision() {
        long known = timeline.state().revision();
        long current;
        try {
            current = store.currentRevision();
        } catch (StoreAwayException away) {
            throw Failures.away(away);
        }
        if (current < known) {
            feed.startOver(known);
            throw Failures.loading();
        }
        return current;
    }

    /** Returns a state at the revision or later. Blocks until there is one, up to the read timeout. */
    public CacheSnapshot notOlderThan(long revision) {
        awaitLoaded();
        return await(revision);
    }

    /** Returns the state at exactly this revision. May block, for a later one up to the read timeout. */
    public CacheSnapshot exact(long revision) {
        CacheState current = awaitRevision(revision);
        if (current.revision() == revision) {
            return current;
        }
        Optional<CacheState> recent = timeline.at(revision);
        return recent.isPresent() ? recent.get() : stored(revision);
    }

    /** Returns what {@link #exact} does, as the store has it. */
    public CacheSnapshot exactFromStore(long revision) {
        awaitRevision(revision);
        return stored(revision);
    }

    private CacheState awaitRevision(long revision) {
        if (revision < 1) {
            throw new IllegalArgumentException("not a revision: " + revision);
        }
        awaitLoaded();
        return await(revision);
    }

    private CacheSnapshot stored(long revision) {
        try {
            return new StoreSnapshot(store, spec, selectable, revision);
        } catch (FutureRevisionException e) {
            throw Failures.tooLarge(revision, e.current());
        }
    }

    /** Returns the entry of bytes that are or could be stored. Never blocks. */
    public CacheEntry entry(String key, byte[] stored, long revision) {
        return CacheEntry.of(key, stored, revision, selectable);
    }

    /** Returns the entry of what was committed: the one at hand when the store has told of it. Never blocks. */
    public CacheEntry committed(String key, byte[] stored, long revision) {
        return timeline.state().get(key).filter(entry -> entry.revision() == revision && !entry.corrupt())
                .orElseGet(() -> entry(key, stored, revision));
    }

    private void awaitLoaded() {
        CompletableFuture<Void> loaded = feed.loaded();
        if (loaded.isDone() && !loaded.isCompletedExceptionally() && !feed.closed()) {
            return;
        }
        try {
            loaded.get(settings.readTimeout().toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw Failures.loading();
        } catch (ExecutionException e) {
            throw closed();
        } catch (InterruptedException e) {
            throw interrupted();
        }
        if (feed.closed()) {
            throw closed();
        }
    }

    private CacheState await(long revision) {
        CacheState state = timeline.state();
        if (state.revision() >= revision) {
            return state;
        }
        try {
            if (!feed.awaitDelivered(revision, settings.readTimeout())) {
                throw feed.closed() ? closed() : Failures.tooLarge(revision, timeline.state().revision());
            }
        } catch (InterruptedException e) {
            throw interrupted();
        }
        timeline.advance(revision);
        return timeline.state();
    }

    private ApiException closed() {
        return Failures.unavailable("the cache of " + prefix() + " was closed");
    }

    private static ApiException interrupted() {
        Thread.currentThread().interrupt();
        return Failures.unavailable("the server is shutting down");
    }

    private void progress() {
        try {
            long revision = currentRevision();
            if (revision > timeline.state().revision() && feed.awaitDelivered(revision, BOOKMARK_WAIT)) {
                timeline.advance(revision);
            }
        } catch (StoreException | ApiException e) {
            // The revision at hand is good enough for a bookmark.
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Opens a watch. Blocks like the read that its start names.
     *
     * @param onReadable see {@link CacheWatch}; may run before this method has returned, so the caller polls once when
     *     it has the watch
     * @return the watch; it has ended at once when its start is no longer in the history
     */
    public CacheWatch watch(WatchOptions options, Runnable onReadable) {
        CacheSnapshot start = switch (options.start()) {
            case MOST_RECENT -> mostRecent();
            case NOT_OLDER_THAN -> notOlderThan(options.afterRevision());
            case ANY, AFTER_REVISION -> any();
        };
        boolean withState = options.start() != WatchOptions.Start.AFTER_REVISION;
        long after = withState ? start.revision() : options.afterRevision();
        var filter = new WatchFilter(spec, options);
        var watcher = new Watcher(timeline, backlog, filter, after, settings.watchQueueEventsMax(), onReadable);
        if (withState) {
            watcher.beginWith(start, options.initialEventsEnd());
        } else {
            backlog.refused(after).ifPresent(watcher::end);
        }
        timeline.add(watcher);
        if (options.bookmarks()) {
            bookmarks.schedule(watcher, options);
        }
        return watcher;
    }

    /** Ends every watch for the given reason, and the cache with them. */
    public void close(ApiStatus why) {
        feed.close();
        timeline.close(why);
    }

    @Override
    public void close() {
        close(closed().status());
    }
}
