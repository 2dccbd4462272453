package mortise.storage.memory;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import mortise.spi.storage.StoreEvent;
import mortise.spi.storage.StoreException;
import mortise.spi.storage.StoreWatch;
import mortise.spi.storage.WatchListener;
import mortise.spi.storage.WatchRequest;

/** One watch. The writer thread delivers; any thread waits or closes. */
final class MemoryWatch implements StoreWatch {

    private final WatchRequest request;
    private final WatchListener listener;
    private final Consumer<MemoryWatch> onClose;
    private final Object progress = new Object();
    private long delivered; // guarded by progress
    private final AtomicBoolean ended = new AtomicBoolean();

    MemoryWatch(WatchRequest request, WatchListener listener, Consumer<MemoryWatch> onClose) {
        this.request = request;
        this.listener = listener;
        this.onClose = onClose;
    }

    /** Hands over the events that belong to this watch and notes that it has everything up to the revision. */
    void deliver(List<StoreEvent> events, long upTo) {
        if (ended.get()) {
            return;
        }
        List<StoreEvent> mine = events.stream()
            .filter(e -> e.revision() > request.afterRevision() && e.key().startsWith(request.prefix())).toList();
        if (!mine.isEmpty()) {
            listener.onEvents(mine);
        }
        synchronized (progress) {
            delivered = upTo;
            progress.notifyAll();
        }
    }

    void end(StoreException why) {
        if (ended.compareAndSet(false, true)) {
            close();
            listener.onEnd(why);
        }
    }

    WatchRequest request() {
        return request;
    }

    boolean ended() {
        return ended.get();
    }

    @Override
    public boolean awaitDelivered(long revision, Duration timeout) throws InterruptedException {
        long deadline = System.nanoTime() + timeout.toNanos();
        synchronized (progress) {
            while (delivered < revision && !ended.get()) {
                long leftMillis = (deadline - System.nanoTime()) / 1_000_000;
                if (leftMillis <= 0) {
                    return false;
                }
                progress.wait(leftMillis);
            }
            return delivered >= revision;
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
