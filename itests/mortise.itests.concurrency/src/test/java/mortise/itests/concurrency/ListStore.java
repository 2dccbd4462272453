package mortise.itests.concurrency;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import mortise.spi.storage.Commit;
import mortise.spi.storage.CommitOutcome;
import mortise.spi.storage.FutureRevisionException;
import mortise.spi.storage.KeyOrder;
import mortise.spi.storage.RangePage;
import mortise.spi.storage.RangeRequest;
import mortise.spi.storage.Store;
import mortise.spi.storage.StoreEvent;
import mortise.spi.storage.StoreException;
import mortise.spi.storage.StoreWatch;
import mortise.spi.storage.StoredValue;
import mortise.spi.storage.WatchListener;
import mortise.spi.storage.WatchRequest;

/** A store that is a list of events, so small that thousands can be made: whoever changes it tells the watches. */
public final class ListStore implements Store {

    static final String PREFIX = "/pods/";

    private final List<StoreEvent> history = new ArrayList<>();
    private final List<Watch> watches = new ArrayList<>();
    private long revision = 1;

    /** Writes a pod of this name and returns the revision. */
    public synchronized long put(String name) {
        return change(new StoreEvent(PREFIX + name, pod(name), 0, revision + 1));
    }

    /** Removes the pod of this name and returns the revision. */
    public synchronized long remove(String name) {
        return change(new StoreEvent(PREFIX + name, null, 0, revision + 1));
    }

    private static byte[] pod(String name) {
        return ("{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"" + name + "\"}}")
                .getBytes(StandardCharsets.UTF_8);
    }

    private long change(StoreEvent event) {
        revision = event.revision();
        history.add(event);
        for (Watch watch : List.copyOf(watches)) {
            watch.tell(List.of(event));
        }
        notifyAll();
        return revision;
    }

    /** Breaks off all watches. */
    synchronized void endWatches() {
        List<Watch> ending = List.copyOf(watches);
        watches.clear();
        notifyAll();
        ending.forEach(watch -> watch.listener.onEnd(new StoreException("broken off", null)));
    }

    /** What there was at a revision: names with the revision of their value. */
    public synchronized Map<String, Long> stateAt(long at) {
        var state = new TreeMap<String, Long>();
        for (StoreEvent event : history) {
            String name = event.key().substring(PREFIX.length());
            if (event.revision() <= at && event.deleted()) {
                state.remove(name);
            } else if (event.revision() <= at) {
                state.put(name, event.revision());
            }
        }
        return state;
    }

    /** The changes after a revision. */
    public synchronized List<StoreEvent> eventsAfter(long after) {
        return history.stream().filter(event -> event.revision() > after).toList();
    }

    @Override
    public synchronized Optional<StoredValue> get(String key, long at) {
        return values(at == 0 ? revision : at).stream().filter(value -> value.key().equals(key)).findFirst();
    }

    @Override
    public synchronized RangePage range(RangeRequest request) {
        long at = request.revision() == 0 ? revision : request.revision();
        if (at > revision) {
            throw new FutureRevisionException(at, revision);
        }
        List<StoredValue> found = values(at).stream()
                .filter(value -> KeyOrder.INSTANCE.compare(value.key(), request.from()) >= 0).toList();
        boolean more = request.limit() > 0 && found.size() > request.limit();
        return new RangePage(more ? found.subList(0, request.limit()) : found, more, at);
    }

    private List<StoredValue> values(long at) {
        var values = new ArrayList<StoredValue>();
        stateAt(at).forEach((name, modRevision) ->
                values.add(new StoredValue(PREFIX + name, pod(name), modRevision, modRevision)));
        return values;
    }

    @Override
    public CompletionStage<CommitOutcome> commit(Commit commit) {
        throw new UnsupportedOperationException();
    }

    @Override
    public synchronized StoreWatch watch(WatchRequest request, WatchListener listener) {
        var watch = new Watch(listener, request.afterRevision());
        List<StoreEvent> missed = eventsAfter(request.afterRevision());
        if (!missed.isEmpty()) {
            watch.tell(missed);
        }
        watch.delivered = Math.max(watch.delivered, revision);
        watches.add(watch);
        return watch;
    }

    @Override
    public synchronized long currentRevision() {
        return revision;
    }

    @Override
    public void compact(long to) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long compactedRevision() {
        return 1;
    }

    private final class Watch implements StoreWatch {

        private final WatchListener listener;
        private long delivered;

        Watch(WatchListener listener, long after) {
            this.listener = listener;
            this.delivered = after;
        }

        /** As stores do, which know nothing of what the listener makes of it. */
        void tell(List<StoreEvent> events) {
            listener.onEvents(events);
            delivered = events.get(events.size() - 1).revision();
        }

        @Override
        public boolean awaitDelivered(long wanted, Duration timeout) throws InterruptedException {
            long deadline = System.nanoTime() + timeout.toNanos();
            synchronized (ListStore.this) {
                while (delivered < wanted && watches.contains(this)) {
                    long left = deadline - System.nanoTime();
                    if (left <= 0) {
                        return false;
                    }
                    TimeUnit.NANOSECONDS.timedWait(ListStore.this, left);
                }
                return delivered >= wanted;
            }
        }

        @Override
        public void close() {
            synchronized (ListStore.this) {
                watches.remove(this);
                ListStore.this.notifyAll();
            }
        }
    }
}
