package mortise.storage.etcd;

import io.etcd.jetcd.Watch;
import io.etcd.jetcd.common.exception.CompactedException;
import io.etcd.jetcd.watch.WatchEvent;
import io.etcd.jetcd.watch.WatchResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import mortise.spi.storage.StoreAwayException;
import mortise.spi.storage.StoreEvent;
import mortise.spi.storage.StoreException;
import mortise.spi.storage.StoreWatch;
import mortise.spi.storage.WatchListener;
import mortise.spi.storage.WatchRequest;
import org.jspecify.annotations.Nullable;

/** One watch. The client's thread of the watch delivers; any thread waits or closes. */
final class EtcdWatch implements StoreWatch, Watch.Listener {

    private static final long ASK_MILLIS_MIN = 2;
    private static final long ASK_MILLIS_MAX = 100;

    /** Somebody who waits until everything up to a revision was delivered. */
    private record Waiter(long revision, CompletableFuture<Boolean> done) {
    }

    private final WatchRequest request;
    private final WatchListener listener;
    private final Keys keys;
    private final Progress progress;
    private final Consumer<EtcdWatch> onEnd;
    private final PriorityQueue<Waiter> waiters =
            new PriorityQueue<>(Comparator.comparingLong(Waiter::revision)); // guarded by itself
    private long delivered; // guarded by waiters
    private boolean ended; // guarded by waiters
    private volatile boolean late;
    private volatile Watch.@Nullable Watcher watcher;

    EtcdWatch(WatchRequest request, WatchListener listener, Keys keys, Progress progress,
            Consumer<EtcdWatch> onEnd) {
        this.request = request;
        this.listener = listener;
        this.keys = keys;
        this.progress = progress;
        this.onEnd = onEnd;
        delivered = request.afterRevision();
    }

    /** Begins to ask for progress from what follows the changes. */
    void follow(Watch.Watcher opened) {
        watcher = opened;
        boolean over;
        synchronized (waiters) {
            over = ended;
        }
        if (over) {
            opened.close();
        }
    }

    WatchRequest request() {
        return request;
    }

    @Override
    public void onNext(WatchResponse response) {
        List<StoreEvent> events = events(response.getEvents());
        try {
            if (!events.isEmpty()) {
                if (open()) {
                    listener.onEvents(events);
                }
                advance(events.get(events.size() - 1).revision());
                progress.delivered(this);
            } else if (response.isProgressNotify() && progress.reliable()) {
                advance(response.getHeader().getRevision());
            }
        } catch (RuntimeException broken) {
            end(new StoreException("the listener of a watch threw " + broken, broken));
        }
    }

    private List<StoreEvent> events(List<WatchEvent> found) {
        var events = new ArrayList<StoreEvent>(found.size());
        for (WatchEvent event : found) {
            var value = event.getKeyValue();
            boolean gone = event.getEventType() == WatchEvent.EventType.DELETE;
            if (value.getModRevision() > request.afterRevision()) {
                events.add(new StoreEvent(keys.text(value.getKey()), gone ? null : value.getValue().getBytes(),
                        gone ? event.getPrevKV().getCreateRevision() : value.getCreateRevision(),
                        value.getModRevision()));
            }
        }
        return events;
    }

    @Override
    public void onError(Throwable failure) {
        if (failure instanceof CompactedException compacted) {
            end(new mortise.spi.storage.CompactedException(delivered(), compacted.getCompactedRevision()));
        } else {
            end(Failures.described("the changes of " + request.prefix() + " cannot be followed", failure));
        }
    }

    @Override
    public void onCompleted() {
        end(new StoreAwayException("etcd has ended the watch of " + request.prefix(), null));
    }

    /** Notes that everything up to a revision was delivered. */
    void advance(long revision) {
        late = false;
        var reached = new ArrayList<Waiter>();
        synchronized (waiters) {
            delivered = Math.max(delivered, revision);
            while (!waiters.isEmpty() && waiters.peek().revision() <= delivered) {
                reached.add(waiters.poll());
            }
        }
        reached.forEach(waiter -> waiter.done().complete(true));
    }

    long delivered() {
        synchronized (waiters) {
            return delivered;
        }
    }

    /** Says whether somebody waits for it. */
    boolean awaited() {
        synchronized (waiters) {
            return !waiters.isEmpty();
        }
    }

    private boolean open() {
        synchronized (waiters) {
            return !ended;
        }
    }

    /** Says that it did not keep up; nobody waits for it until it delivers again. */
    void beLate() {
        late = true;
    }

    boolean late() {
        return late;
    }

    /** Returns when everything up to a revision was delivered: true; or when the watch has ended: false. */
    CompletableFuture<Boolean> whenDelivered(long revision) {
        var done = new CompletableFuture<Boolean>();
        synchronized (waiters) {
            if (delivered >= revision || ended) {
                done.complete(delivered >= revision);
            } else {
                waiters.add(new Waiter(revision, done));
            }
        }
        return done;
    }

    @Override
    public boolean awaitDelivered(long revision, Duration timeout) throws InterruptedException {
        CompletableFuture<Boolean> done = whenDelivered(revision);
        long deadline = System.nanoTime() + timeout.toNanos();
        long pause = ASK_MILLIS_MIN;
        try {
            while (!done.isDone()) {
                long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
                if (left <= 0) {
                    return false;
                }
                progress.ask(this, watcher);
                try {
                    return done.get(Math.min(left, pause), TimeUnit.MILLISECONDS);
                } catch (TimeoutException notYet) {
                    pause = Math.min(2 * pause, ASK_MILLIS_MAX);
                }
            }
            return done.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        } finally {
            synchronized (waiters) {
                waiters.removeIf(waiter -> waiter.done() == done);
            }
        }
    }

    /** Ends the watch and says why, unless it has ended. */
    void end(StoreException why) {
        if (finish()) {
            listener.onEnd(why);
        }
    }

    @Override
    public void close() {
        finish();
    }

    private boolean finish() {
        List<Waiter> left;
        synchronized (waiters) {
            if (ended) {
                return false;
            }
            ended = true;
            left = List.copyOf(waiters);
            waiters.clear();
        }
        onEnd.accept(this);
        left.forEach(waiter -> waiter.done().complete(false));
        Watch.Watcher opened = watcher;
        if (opened != null) {
            opened.close();
        }
        return true;
    }
}
