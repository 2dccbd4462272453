package mortise.storage.rocksdb;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import mortise.spi.storage.StoreEvent;
import mortise.spi.storage.StoreException;
import mortise.spi.storage.StoreWatch;
import mortise.spi.storage.WatchListener;
import mortise.spi.storage.WatchRequest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One watch. One thread at a time delivers, as the hub arranges; any thread waits or closes. */
final class RocksWatch implements StoreWatch {

    private static final Logger LOG = LoggerFactory.getLogger(RocksWatch.class);

    private final WatchRequest request;
    private final WatchListener listener;
    private final Consumer<RocksWatch> onClose;
    private final Object progress = new Object();
    private volatile int waiting; // written under progress
    private volatile long delivered; // written by the one that delivers
    private final AtomicBoolean ended = new AtomicBoolean();

    RocksWatch(WatchRequest request, WatchListener listener, Consumer<RocksWatch> onClose) {
        this.request = request;
        this.listener = listener;
        this.onClose = onClose;
    }

    String prefix() {
        return request.prefix();
    }

    boolean ended() {
        return ended.get();
    }

    /** Hands over those events that belong to this watch, and notes that it has everything up to the revision. */
    void deliver(List<StoreEvent> events, long upTo) {
        if (ended.get()) {
            return;
        }
        List<StoreEvent> mine = List.of();
        for (StoreEvent event : events) {
            if (event.revision() > request.afterRevision() && event.key().startsWith(request.prefix())) {
                if (mine.isEmpty()) {
                    mine = new ArrayList<>();
                }
                mine.add(event);
            }
        }
        try {
            if (!mine.isEmpty()) {
                listener.onEvents(mine);
            }
            advance(upTo);
        } catch (RuntimeException broken) {
            end(new StoreException("the listener of a watch threw " + broken, broken));
        }
    }

    /** Notes that the watch has everything up to the revision. */
    void advance(long upTo) {
        delivered = upTo;
        // Who begins to wait counts itself first and then looks, so one of the two sees the other.
        if (waiting > 0) {
            synchronized (progress) {
                progress.notifyAll();
            }
        }
    }

    void end(StoreException why) {
        if (!ended.compareAndSet(false, true)) {
            return;
        }
        close();
        try {
            listener.onEnd(why);
        } catch (RuntimeException broken) {
            LOG.warn("The listener of the watch of {} threw when it was told of its end.", request.prefix(), broken);
        }
    }

    @Override
    public boolean awaitDelivered(long revision, Duration timeout) throws InterruptedException {
        long deadlineNanos = System.nanoTime() + timeout.toNanos();
        synchronized (progress) {
            waiting++;
            try {
                while (delivered < revision && !ended.get()) {
                    long leftNanos = deadlineNanos - System.nanoTime();
                    if (leftNanos <= 0) {
                        return false;
                    }
                    TimeUnit.NANOSECONDS.timedWait(progress, leftNanos);
                }
                return delivered >= revision;
            } finally {
                waiting--;
            }
        }
    }

    @Override
    public void close() {
        ended.set(true);
        onClose.accept(this);
        synchronized (progress) {
            progress.notifyAll();
        }
    }
}
