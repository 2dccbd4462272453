package mortise.tck.storage;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import mortise.spi.storage.StoreEvent;
import mortise.spi.storage.StoreException;
import mortise.spi.storage.WatchListener;

/** Keeps what a watch delivers, call by call. Notices calls that overlap. */
public final class WatchRecorder implements WatchListener {

    private final Object lock = new Object();
    private final List<List<StoreEvent>> batches = new ArrayList<>(); // guarded by lock
    private final AtomicReference<Thread> caller = new AtomicReference<>();
    private final CompletableFuture<StoreException> end = new CompletableFuture<>();
    private volatile boolean overlapped;

    @Override
    public void onEvents(List<StoreEvent> events) {
        overlapped |= !caller.compareAndSet(null, Thread.currentThread());
        synchronized (lock) {
            batches.add(List.copyOf(events));
        }
        caller.set(null);
    }

    @Override
    public void onEnd(StoreException why) {
        end.complete(why);
    }

    /** Returns the events of each call, oldest first. */
    public List<List<StoreEvent>> batches() {
        synchronized (lock) {
            return List.copyOf(batches);
        }
    }

    /** Returns all events, oldest first. */
    public List<StoreEvent> events() {
        return batches().stream().flatMap(List::stream).toList();
    }

    /** Completes when the watch has ended, with the reason. */
    public CompletableFuture<StoreException> end() {
        return end.copy();
    }

    /** Says whether the store called this listener from two threads at the same time. */
    public boolean overlapped() {
        return overlapped;
    }
}
