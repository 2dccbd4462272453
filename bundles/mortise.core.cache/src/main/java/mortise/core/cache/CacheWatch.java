package mortise.core.cache;

import java.util.Optional;
import mortise.api.ApiStatus;

/**
 * An open watch. Events come in the order of their revisions, each once and none is left out, from the start that was
 * asked for until the watch ends; taking up a new watch after the revision of the last event or bookmark continues it.
 *
 * <p>Its {@code onReadable} task runs on the dispatcher whenever an event may be there or the watch has ended, one run
 * at a time. It must not wait, and polls until nothing is returned, or comes back by itself when it could not (for
 * example when its connection takes bytes again).
 */
public interface CacheWatch extends AutoCloseable {

    /** Returns the next event, if one is there. Never waits for one. */
    Optional<CacheEvent> poll();

    /**
     * Returns why the watch ended, if it did. Poll first: events from before the end may still be there, unless the
     * watch was too slow.
     */
    Optional<ApiStatus> ended();

    /** Ends the watch from the reader's side; {@link #ended} stays empty. */
    @Override
    void close();
}
