package mortise.core.http.route;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import mortise.core.http.exchange.RequestLabels;
import mortise.spi.operations.MetricFamily;
import mortise.spi.operations.MetricFamily.Sample;
import mortise.spi.operations.MetricFamily.Stability;
import mortise.spi.operations.MetricFamily.Type;
import mortise.spi.operations.MetricFamily.Value;

/** The watches that are open, to be ended when the server stops. Thread-safe. */
public final class OpenWatches {

    private final Set<WatchStream> streams = ConcurrentHashMap.newKeySet();
    /** As many as there are served resources. */
    private final Map<Source, LongAdder> events = new ConcurrentHashMap<>();
    private volatile boolean stopping;

    private record Source(String group, String version, String resource) {
    }

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

    /** Returns how many there are of each kind. */
    public Map<RequestLabels, Long> byLabels() {
        var counts = new HashMap<RequestLabels, Long>();
        streams.forEach(stream -> counts.merge(stream.labels(), 1L, Long::sum));
        return counts;
    }

    /** Returns how many events were sent, by what the watches were counted as. */
    public MetricFamily events() {
        var samples = new ArrayList<Sample>();
        events.forEach((source, count) -> samples.add(
                new Value(List.of(source.group(), source.resource(), source.version()), count.sum())));
        return new MetricFamily("apiserver_watch_events_total", Type.COUNTER, Stability.ALPHA,
                "Events sent to the clients of watches.", List.of("group", "resource", "version"), samples);
    }

    /** Returns where the events of a watch are counted. */
    LongAdder events(RequestLabels labels) {
        return events.computeIfAbsent(new Source(labels.group(), labels.version(), labels.resource()),
                unseen -> new LongAdder());
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
