package mortise.storage.memory;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import mortise.spi.storage.StoreEvent;
import mortise.spi.storage.StoreException;
import mortise.spi.storage.WatchListener;
import mortise.spi.storage.WatchRequest;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The open watches. All events, those of the past too, are delivered by the store's one writer thread, so that a
 * watch can neither miss an event nor see one twice.
 */
final class WatchHub {

    private static final Logger LOG = LoggerFactory.getLogger(WatchHub.class);

    private final List<MemoryWatch> watches = new CopyOnWriteArrayList<>();

    /** Why there is nothing to watch any more. Writer thread only. */
    private @Nullable StoreException over;

    MemoryWatch create(WatchRequest request, WatchListener listener) {
        return new MemoryWatch(request, listener, watches::remove);
    }

    /** Opens the watch with what it missed. Writer thread only. */
    void open(MemoryWatch watch, History history) {
        StoreException ended = over;
        if (ended != null) {
            end(watch, ended);
            return;
        }
        try {
            List<StoreEvent> missed = history.after(watch.request().afterRevision());
            watches.add(watch);
            deliver(watch, missed, history.revision());
            if (watch.ended()) {
                watches.remove(watch);
            }
        } catch (StoreException compacted) {
            end(watch, compacted);
        }
    }

    /** Shows an event to every watch. Writer thread only. */
    void publish(StoreEvent event) {
        watches.forEach(watch -> deliver(watch, List.of(event), event.revision()));
    }

    /** Ends all watches, and those that are about to open. Writer thread only. */
    void endAll(StoreException why) {
        over = why;
        watches.forEach(watch -> end(watch, why));
    }

    private static void deliver(MemoryWatch watch, List<StoreEvent> events, long upTo) {
        try {
            watch.deliver(events, upTo);
        } catch (RuntimeException broken) {
            end(watch, new StoreException("the listener of a watch threw " + broken, broken));
        }
    }

    private static void end(MemoryWatch watch, StoreException why) {
        try {
            watch.end(why);
        } catch (RuntimeException broken) {
            String prefix = watch.request().prefix();
            LOG.warn("The listener of the watch of {} threw when it was told of its end.", prefix, broken);
        }
    }
}
