package mortise.core.cache;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import mortise.spi.storage.CompactedException;
import mortise.spi.storage.Store;
import mortise.spi.storage.StoreAwayException;
import mortise.spi.storage.StoreEvent;
import mortise.spi.storage.StoreException;
import mortise.spi.storage.StoreWatch;
import mortise.spi.storage.WatchListener;
import mortise.spi.storage.WatchRequest;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Brings what is in the store into the {@link Timeline}: reads the state, follows it with one watch, and does so again,
 * later and later, when that fails. Blocking work runs on the dispatcher, events come on the store's thread.
 *
 * <pre>
 *            its turn               opened                 broke
 *  WAITING -----------&gt; OPENING -----------&gt; FOLLOWING -----------&gt; WAITING
 *                          |                                          ^
 *                          +-- failed, or broke while it was opened --+
 * </pre>
 *
 * <p>From each of them it may be CLOSED. One {@link Attempt} lasts from WAITING to WAITING. While it is OPENING it
 * belongs to the thread that opens it: only that thread gives it up, when it does nothing for it any more, and so two
 * attempts are never under way. Whatever breaks it says so before anything is left out; what it was told until then is
 * in the timeline.
 */
final class Feed {

    private static final Logger LOG = LoggerFactory.getLogger(Feed.class);

    private static final long RETRY_MILLIS_MIN = 100;
    private static final long RETRY_MILLIS_MAX = 10_000;
    /** To ask a store that knows it is away costs nothing, and clients wait for its return. */
    private static final long AWAY_MILLIS_MAX = 1_000;

    private final Store store;
    private final CacheSpec spec;
    private final CacheSettings settings;
    private final Timeline timeline;
    private final Intake intake;
    private final Executor dispatcher;
    private final ScheduledExecutorService timer;
    private final CompletableFuture<Void> loaded = new CompletableFuture<>();

    private enum Phase { WAITING, OPENING, FOLLOWING, CLOSED }

    /** Written under this. */
    private volatile Phase phase = Phase.WAITING;

    /** The latest one. Guarded by this. */
    private @Nullable Attempt latest;

    /** Whether the timeline has a state to go on from: whether the store was ever followed. Guarded by this. */
    private boolean known;

    /** How many attempts have failed since the last one that was opened. Guarded by this. */
    private int failures;

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
        this.intake = new Intake(store, spec, timeline, selectable);
        this.dispatcher = dispatcher;
        this.timer = timer;
    }

    void start() {
        dispatcher.execute(this::open);
    }

    CompletableFuture<Void> loaded() {
        return loaded;
    }

    boolean closed() {
        return phase == Phase.CLOSED;
    }

    /** From WAITING over OPENING to FOLLOWING, or back to WAITING. */
    private void open() {
        var attempt = new Attempt();
        boolean again;
        synchronized (this) {
            if (phase != Phase.WAITING) {
                return;
            }
            phase = Phase.OPENING;
            latest = attempt;
            again = known;
        }
        try {
            if (again) {
                attempt.resume();
            } else {
                attempt.loadWithHistory();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            attempt.breakOff(e);
        } catch (RuntimeException e) {
            attempt.breakOff(e);
        }
        opened(attempt);
    }

    private void opened(Attempt attempt) {
        Exception broken;
        synchronized (this) {
            if (phase == Phase.CLOSED) {
                return;
            }
            broken = attempt.broken;
            phase = broken == null ? Phase.FOLLOWING : Phase.WAITING;
            if (broken == null) {
                known = true;
                failures = 0;
            }
            notifyAll();
        }
        if (broken == null) {
            // Not before: who waits for it may go on to wait for a revision, right here.
            loaded.complete(null);
        } else {
            openLater(broken);
        }
    }

    /** One try to follow the store, and who listens to its watch. */
    private final class Attempt implements WatchListener {

        private volatile @Nullable StoreWatch watch;

        /** Why nothing is taken in any more. Written under this and the feed, in this order. */
        private volatile @Nullable Exception broken;

        /** Begins as far back as the history is of use, so that clients can go on where they were before a restart. */
        void loadWithHistory() throws InterruptedException {
            long current = store.currentRevision();
            long oldest = Math.max(store.compactedRevision(), current - settings.historyEventsMax());
            try {
                follow(intake.begin(oldest));
            } catch (CompactedException meanwhile) {
                follow(intake.begin(0));
            }
            StoreWatch open = usable();
            while (open != null && !open.awaitDelivered(current, settings.readTimeout())) {
                open = usable();
            }
            if (usable() != null) {
                timeline.advance(current);
            }
        }

        void resume() throws InterruptedException {
            long revision = timeline.state().revision();
            if (store.currentRevision() < revision) {
                LOG.warn("{} was at revision {}, which the store does not have any more: it was restored. Everything is"
                        + " read anew; open watches end", spec.prefix(), revision);
                loadWithHistory();
                return;
            }
            try {
                follow(revision);
            } catch (CompactedException tooFarBehind) {
                LOG.warn("What is known of {} is too old to go on with and is read anew; open watches end",
                        spec.prefix());
                follow(intake.begin(0));
            }
        }

        private void follow(long revision) {
            if (closed()) {
                return;
            }
            StoreWatch opened = store.watch(new WatchRequest(spec.prefix(), revision), this);
            watch = opened;
            // Whoever breaks it off or closes the feed says so first and then looks for a watch.
            if (usable() == null) {
                opened.close();
            }
        }

        /** Returns the open watch; {@code null} when there is none, or not for long. */
        private @Nullable StoreWatch usable() {
            return broken != null || closed() ? null : watch;
        }

        /** Says whether everything up to a revision came in time, and is in the timeline. */
        boolean delivered(long revision, long deadline) throws InterruptedException {
            StoreWatch open = usable();
            long left = Math.max(0, deadline - System.nanoTime());
            // The watch says what its listener was told. What that could not take in, it has not got.
            return open != null && open.awaitDelivered(revision, Duration.ofNanos(left)) && usable() != null;
        }

        @Override
        public void onEvents(List<StoreEvent> events) {
            try {
                take(events);
            } catch (RuntimeException e) {
                // The thread is the store's; whatever is wrong here must not stop its work for others.
                breakOff(e);
            }
        }

        /** Holds this, so that none of it is under way when another attempt begins. */
        private synchronized void take(List<StoreEvent> events) {
            if (broken == null && !closed()) {
                intake.take(events);
            }
        }

        @Override
        public void onEnd(StoreException why) {
            breakOff(why);
        }

        /** Takes nothing in from now on; from FOLLOWING to WAITING. */
        void breakOff(Exception why) {
            boolean followed;
            synchronized (this) {
                synchronized (Feed.this) {
                    if (broken != null || closed()) {
                        return;
                    }
                    broken = why;
                    followed = phase == Phase.FOLLOWING;
                    phase = followed ? Phase.WAITING : phase;
                }
            }
            closeWatch();
            // Who opens it sees for himself what became of it.
            if (followed) {
                openLater(why);
            }
        }

        void closeWatch() {
            StoreWatch open = watch;
            if (open != null) {
                open.close();
            }
        }
    }

    /** Begins anew when the store, which was asked later, has not got to a revision that was known: it was restored. */
    void startOver(long revision) {
        Attempt last;
        synchronized (this) {
            last = phase == Phase.FOLLOWING && timeline.state().revision() >= revision ? latest : null;
        }
        if (last != null) {
            last.breakOff(new StoreException("the store has an older state than before", null));
        }
    }

    private void openLater(Exception why) {
        boolean away = why instanceof StoreAwayException;
        long delay = delay(away ? AWAY_MILLIS_MAX : RETRY_MILLIS_MAX);
        // When the store is away, every resource has this to say, and the store has said it.
        LOG.atLevel(away ? Level.DEBUG : Level.WARN)
                .log("{} cannot be followed, next attempt in {} ms: {}", spec.prefix(), delay, why.toString());
        try {
            timer.schedule(() -> dispatcher.execute(this::open), delay, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException stopped) {
            LOG.debug("The timer was shut down; {} is not followed any more", spec.prefix());
        }
    }

    private synchronized long delay(long millisMax) {
        int before = failures;
        failures = Math.min(before + 1, 30);
        return Math.min(millisMax, RETRY_MILLIS_MIN << Math.min(before, 10));
    }

    /** Waits until everything up to a revision is in the timeline, over the end of a watch if need be. */
    boolean awaitDelivered(long revision, Duration timeout) throws InterruptedException {
        long deadline = System.nanoTime() + timeout.toNanos();
        Attempt attempt = following(null, deadline);
        while (attempt != null && !attempt.delivered(revision, deadline)) {
            attempt = following(attempt, deadline);
        }
        return attempt != null;
    }

    /** Waits until the store is followed in another attempt; {@code null} when that did not come in time. */
    private synchronized @Nullable Attempt following(@Nullable Attempt other, long deadline)
            throws InterruptedException {
        while (phase != Phase.CLOSED && (phase != Phase.FOLLOWING || latest == other)) {
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                return null;
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        return phase == Phase.CLOSED ? null : latest;
    }

    void close() {
        Attempt last;
        synchronized (this) {
            last = latest;
            phase = Phase.CLOSED;
            notifyAll();
        }
        if (last != null) {
            last.closeWatch();
        }
        loaded.completeExceptionally(Failures.unavailable("the cache of " + spec.prefix() + " was closed"));
    }
}
