package mortise.spi.storage;

import java.util.List;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Receives the events of one watch. The store calls it from one thread at a time, in order, and must not be made to
 * wait: a listener hands over what it gets and returns.
 */
@ConsumerType
public interface WatchListener {

    /**
     * Receives events, at least one, in the order of their revisions. No revision is split over two calls, no event
     * comes twice, none is left out.
     */
    void onEvents(List<StoreEvent> events);

    /**
     * The watch has ended and nothing follows. Called at most once, and not after {@link StoreWatch#close}.
     *
     * @param why {@link CompactedException} when the watch fell behind the history, otherwise what failed
     */
    void onEnd(StoreException why);
}
