package mortise.storage.rocksdb;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import mortise.core.rocksdb.RocksErrors;
import mortise.core.rocksdb.SnapshotReader;
import mortise.core.rocksdb.SnapshotReader.LogPage;
import mortise.spi.storage.StoreEvent;
import mortise.spi.storage.StoreException;
import mortise.spi.storage.WatchListener;
import mortise.spi.storage.WatchRequest;

/**
 * The open watches. Each is either synced, and then the writer hands it every new event itself, or catching up, and
 * then a background thread hands it pages of the log. A third state, blocked, is not needed: listeners do not wait,
 * by contract.
 *
 * <p>catching up -> synced happens under the lock, and only when the watch has everything that is published: what comes
 * next is published later, under the same lock, and goes to the watch through the writer. So there is no gap and
 * nothing comes twice. Nothing is delivered under the lock; a listener may call the store.
 */
final class WatchHub implements AutoCloseable {

    private final SnapshotReader reader;
    private final ExecutorService background;
    private final Object lock = new Object();
    private final Set<RocksWatch> open = new HashSet<>(); // guarded by lock
    private List<RocksWatch> synced = List.of(); // guarded by lock; copied on write
    private boolean closed; // guarded by lock
    private volatile long published; // written under lock

    /**
     * Makes a hub without watches.
     *
     * @param published revision of the latest change
     * @param background one thread for watches that catch up; shut down by the caller
     */
    WatchHub(SnapshotReader reader, long published, ExecutorService background) {
        this.reader = reader;
        this.published = published;
        this.background = background;
    }

    long published() {
        return published;
    }

    RocksWatch open(WatchRequest request, WatchListener listener) {
        reader.failIfCompacted(request.afterRevision());
        RocksWatch watch = new RocksWatch(request, listener, this::forget);
        boolean isSynced;
        synchronized (lock) {
            if (closed) {
                throw RocksErrors.closed();
            }
            open.add(watch);
            isSynced = sync(watch, request.afterRevision());
        }
        if (!isSynced) {
            continueLater(watch, request.afterRevision());
        }
        return watch;
    }

    /** Hands events to every synced watch. Writer thread only. */
    void publish(List<StoreEvent> events, long revision) {
        List<RocksWatch> targets;
        synchronized (lock) {
            published = revision;
            targets = synced;
        }
        for (RocksWatch watch : targets) {
            watch.deliver(events, revision);
        }
    }

    /** Ends all watches. To be called when nothing delivers any more. */
    @Override
    public void close() {
        List<RocksWatch> all;
        synchronized (lock) {
            closed = true;
            all = List.copyOf(open);
        }
        all.forEach(watch -> watch.end(RocksErrors.closed()));
    }

    /** Makes the watch synced if it has everything that is published. Caller holds the lock. */
    private boolean sync(RocksWatch watch, long position) {
        boolean complete = position >= published;
        if (complete && open.contains(watch)) {
            synced = append(synced, watch);
            watch.advance(published);
        }
        return complete;
    }

    private void continueLater(RocksWatch watch, long position) {
        try {
            background.execute(() -> catchUp(watch, position));
        } catch (RejectedExecutionException closing) {
            watch.end(RocksErrors.closed());
        }
    }

    /** Hands over one page of the log, then lets other watches have their turn. Background thread only. */
    private void catchUp(RocksWatch watch, long position) {
        if (watch.ended()) {
            return;
        }
        try {
            LogPage page = reader.log(watch.prefix(), position, published);
            if (page.upTo() <= position) {
                throw new IllegalStateException("the log has nothing after revision " + position);
            }
            watch.deliver(page.events(), page.upTo());
            boolean isSynced;
            synchronized (lock) {
                isSynced = sync(watch, page.upTo());
            }
            if (!isSynced) {
                continueLater(watch, page.upTo());
            }
        } catch (StoreException e) {
            watch.end(e);
        } catch (RuntimeException e) {
            watch.end(new StoreException("the log cannot be read: " + e, e));
        }
    }

    private void forget(RocksWatch watch) {
        synchronized (lock) {
            open.remove(watch);
            synced = synced.stream().filter(other -> other != watch).toList();
        }
    }

    private static List<RocksWatch> append(List<RocksWatch> watches, RocksWatch watch) {
        List<RocksWatch> more = new ArrayList<>(watches);
        more.add(watch);
        return List.copyOf(more);
    }
}
