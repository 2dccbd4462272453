package mortise.core.http.route;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The watches that are open, to be ended when the server stops. Thread-safe. */
public final class OpenWatches {

    private final Set<WatchStream> streams = ConcurrentHashMap.newKeySet();
    private volatile boolean stopping;

    /** Returns how many there are. */
    public int count() {
        return streams.size();
    }

    /** Ends every watch, and every later one at once; their clients take them up with another server. */
    public void endAll() {
        stopping = true;
        streams.forEach(WatchStream::finish);
    }

    /** Ends the watches that are open now, and no later ones. */
    public void endPresent() {
        streams.forEach(WatchStream::finish);
    }

    /** Cuts off the watches whose clients have not taken bytes for too long; called several times in that time. */
    public void cutStalled(long nowNanos) {
        streams.forEach(stream -> stream.cutIfStalled(nowNanos));
    }

    void add(WatchStream stream) {
        streams.add(stream);
        if (stopping) {
            stream.finish();
        }
    }

    void remove(WatchStream stream) {
        streams.remove(stream);
    }
}
