package mortise.core.cache;

import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Sends bookmarks to the watches that want them. */
final class Bookmarks {

    /** So long before its end a watch gets a last bookmark, so that the client goes on from there. */
    private static final Duration BEFORE_END = Duration.ofSeconds(2);

    private final Timeline timeline;
    private final Runnable progress;
    private final Duration period;
    private final Executor dispatcher;
    private final ScheduledExecutorService timer;
    private final InstantSource clock;

    /**
     * Makes the sender.
     *
     * @param progress brings the timeline to the store's revision if nothing is under way; may block
     */
    Bookmarks(
            Timeline timeline,
            Runnable progress,
            Duration period,
            Executor dispatcher,
            ScheduledExecutorService timer,
            InstantSource clock) {
        this.timeline = timeline;
        this.progress = progress;
        this.period = period;
        this.dispatcher = dispatcher;
        this.timer = timer;
        this.clock = clock;
    }

    void schedule(Watcher watcher, WatchOptions options) {
        Runnable send = () -> send(watcher);
        long millis = period.toMillis();
        watcher.cancelAtEnd(timer.scheduleAtFixedRate(send, millis, millis, TimeUnit.MILLISECONDS));
        options.endsAt().ifPresent(end -> {
            long delay = Duration.between(clock.instant(), end.minus(BEFORE_END)).toMillis();
            if (delay > 0) {
                watcher.cancelAtEnd(timer.schedule(send, delay, TimeUnit.MILLISECONDS));
            }
        });
    }

    private void send(Watcher watcher) {
        if (watcher.over()) {
            return;
        }
        try {
            dispatcher.execute(() -> {
                progress.run();
                timeline.sendBookmark(watcher);
            });
        } catch (RejectedExecutionException stopped) {
            watcher.close();
        }
    }
}
