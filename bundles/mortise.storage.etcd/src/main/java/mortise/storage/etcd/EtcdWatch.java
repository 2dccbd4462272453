package mortise.storage.etcd;

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
import mortise.core.etcd.ChangeListener;
import mortise.core.etcd.Following;
import mortise.spi.storage.CompactedException;
import mortise.spi.storage.StoreEvent;
import mortise.spi.storage.StoreException;
import mortise.spi.storage.StoreWatch;
import mortise.spi.storage.WatchListener;
import mortise.spi.storage.WatchRequest;
import org.jspecify.annotations.Nullable;

/** One watch. The client's thread of the watch delivers; any thread waits or closes. */
final class EtcdWatch implements StoreWatch, ChangeListener {

    private static final long ASK_MILLIS_MIN = 2;
    private static final long ASK_MILLIS_MAX = 100;

    /** Somebody who waits until everything up to a revision was delivered. */
    private record Waiter(long revision, CompletableFuture<Boolean> done) {
    }

    private final WatchRequest request;
    private final WatchListener listener;
    private final Progress progress;
    private final Consumer<EtcdWatch> onEnd;
    private final PriorityQueue<Waiter> waiters =
            new PriorityQueue<>(Comparator.comparingLong(Waiter::revision)); // guarded by itself
    private long delivered; // guarded by waiters
    private boolean ended; // guarded by waiters
    private volatile boolean late;
    private volatile @Nullable Following following;

    EtcdWatch(WatchRequest request, WatchListener listener, Progress progress, Consumer<EtcdWatch> onEnd) {
        this.request = request;
        this.listener = listener;
        this.progress = progress;
        this.onEnd = onEnd;
        delivered = request.afterRevision();
    }

    /** Begins to ask for progress from what follows the changes. */
    void follow(Following opened) {
        following = opened;
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
    public void onChanges(List<StoreEvent> events) {
        if (!open()) {
            return;
        }
        try {
            listener.onEvents(events);
            advance(events.get(events.size() - 1).revision());
            progress.delivered(this);
        } catch (RuntimeException broken) {
            end(new StoreException("the listener of a watch threw " + broken, broken));
        }
    }

    @Override
    public void onProgress(long revision) {
        if (progress.reliable()) {
            advance(revision);
        }
    }

    @Override
    public void onEnd(StoreException why) {
        end(why instanceof CompactedException compacted ? new CompactedException(delivered(), compacted.compacted())
                : why);
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
                progress.ask(this, following);
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
        Following opened = following;
        if (opened != null) {
            opened.close();
        }
        return true;
    }
}
