package mortise.storage.encryption;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import mortise.api.GroupResource;
import mortise.spi.storage.StoreEvent;
import mortise.spi.storage.StoreException;
import mortise.spi.storage.StoreWatch;
import mortise.spi.storage.WatchListener;
import mortise.spi.storage.WatchRequest;
import org.jspecify.annotations.Nullable;

/** A watch between the store behind and the listener, which can also be ended from here. */
final class FollowedPrefix implements WatchListener, StoreWatch {

    private final WatchRequest request;
    private final Optional<GroupResource> resource;
    private final WatchListener listener;
    private final UnaryOperator<List<StoreEvent>> opening;
    private final Consumer<FollowedPrefix> onEnd;
    private final Object turn = new Object();

    private boolean over; // guarded by turn
    private volatile boolean closed;
    private volatile @Nullable StoreWatch watch;

    /**
     * Makes a watch that has not begun.
     *
     * @param opening decrypts
     * @param onEnd told once this has ended
     */
    FollowedPrefix(WatchRequest request, Optional<GroupResource> resource, WatchListener listener,
            UnaryOperator<List<StoreEvent>> opening, Consumer<FollowedPrefix> onEnd) {
        this.request = request;
        this.resource = resource;
        this.listener = listener;
        this.opening = opening;
        this.onEnd = onEnd;
    }

    WatchRequest request() {
        return request;
    }

    Optional<GroupResource> resource() {
        return resource;
    }

    /** Takes the watch behind, which is closed at once when this one has ended meanwhile. */
    void opened(StoreWatch behind) {
        watch = behind;
        if (closed) {
            behind.close();
        }
    }

    /** Ends the watch from this side. */
    void end(StoreException why) {
        closeBehind();
        onEnd(why);
    }

    @Override
    public void onEvents(List<StoreEvent> events) {
        synchronized (turn) {
            if (!over) {
                listener.onEvents(opening.apply(events));
            }
        }
    }

    @Override
    public void onEnd(StoreException why) {
        onEnd.accept(this);
        synchronized (turn) {
            if (!over) {
                over = true;
                listener.onEnd(why);
            }
        }
    }

    @Override
    public boolean awaitDelivered(long revision, Duration timeout) throws InterruptedException {
        StoreWatch behind = watch;
        return behind != null && behind.awaitDelivered(revision, timeout);
    }

    @Override
    public void close() {
        onEnd.accept(this);
        closeBehind();
    }

    private void closeBehind() {
        closed = true;
        StoreWatch behind = watch;
        if (behind != null) {
            behind.close();
        }
    }
}
