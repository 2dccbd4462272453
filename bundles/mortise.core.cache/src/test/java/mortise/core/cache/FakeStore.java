package mortise.core.cache;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import mortise.spi.storage.Commit;
import mortise.spi.storage.CommitOutcome;
import mortise.spi.storage.CompactedException;
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

/** A store that is one list of events; watches are told by the thread that commits, under the store's monitor. */
final class FakeStore implements Store {

    private final List<StoreEvent> history = new ArrayList<>();
    private final List<Watch> watches = new ArrayList<>();
    private long revision = 1;
    private long compacted = 1;
    private int rangesToFail;
    private StoreException rangeFailure = new StoreException("cannot read now", null);
    private boolean holdsBack;
    private boolean toldWhenAsked;
    private int waiting;
    int ranges;

    synchronized long put(String key, byte[] value) {
        return change(key, value);
    }

    /** Puts a value that the store itself cannot make out. */
    synchronized long putUnreadable(String key, String why) {
        return change(new StoreEvent(key, new byte[0], 0, revision + 1, why));
    }

    synchronized long remove(String key) {
        return change(key, null);
    }

    /** Puts values under several keys at one revision. */
    synchronized long putTogether(Map<String, byte[]> values) {
        revision++;
        var events = new ArrayList<StoreEvent>();
        values.forEach((key, value) -> events.add(new StoreEvent(key, value, 0, revision)));
        history.addAll(events);
        List.copyOf(watches).forEach(watch -> watch.tell(events));
        notifyAll();
        return revision;
    }

    private long change(String key, byte[] value) {
        return change(new StoreEvent(key, value, 0, revision + 1));
    }

    private long change(StoreEvent event) {
        revision = event.revision();
        history.add(event);
        List.copyOf(watches).forEach(watch -> watch.tell(List.of(event)));
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

    /** Becomes what it was at a revision, as one that was restored; its watches notice nothing. */
    synchronized void goBack(long to) {
        revision = to;
        compacted = Math.min(compacted, to);
        history.removeIf(event -> event.revision() > to);
    }

    synchronized void failRanges(int count) {
        rangesToFail = count;
    }

    synchronized void failRanges(int count, StoreException why) {
        rangesToFail = count;
        rangeFailure = why;
    }

    /** Has watches that open from now on told nothing, or what they missed. */
    synchronized void holdBack(boolean hold) {
        holdsBack = hold;
    }

    /** Has watches learn of the changes of other keys only when somebody takes the time to wait for them. */
    synchronized void tellWhenAsked() {
        toldWhenAsked = true;
    }

    /** Returns when somebody waits for what a watch has not delivered yet. */
    synchronized void awaitWaiting() throws InterruptedException {
        while (waiting == 0) {
            wait();
        }
    }

    synchronized int openWatches() {
        return watches.size();
    }

    @Override
    public synchronized Optional<StoredValue> get(String key, long at) {
        return Optional.ofNullable(stateAt(check(at)).get(key));
    }

    @Override
    public synchronized RangePage range(RangeRequest request) {
        ranges++;
        if (rangesToFail > 0) {
            rangesToFail--;
            throw rangeFailure;
        }
        long at = check(request.revision());
        List<StoredValue> all = stateAt(at).tailMap(request.from(), true).values().stream()
                .filter(v -> request.to().isEmpty() || KeyOrder.INSTANCE.compare(v.key(), request.to()) < 0)
                .toList();
        boolean more = request.limit() > 0 && all.size() > request.limit();
        return new RangePage(more ? all.subList(0, request.limit()) : all, more, at);
    }

    private long check(long at) {
        if (at > revision) {
            throw new FutureRevisionException(at, revision);
        }
        if (at != 0 && at < compacted) {
            throw new CompactedException(at, compacted);
        }
        return at == 0 ? revision : at;
    }

    private TreeMap<String, StoredValue> stateAt(long at) {
        var state = new TreeMap<String, StoredValue>(KeyOrder.INSTANCE);
        for (StoreEvent event : history) {
            if (event.revision() <= at) {
                if (event.deleted()) {
                    state.remove(event.key());
                } else {
                    state.put(event.key(), new StoredValue(event.key(), event.value(), event.revision(),
                            event.revision(), event.unreadable()));
                }
            }
        }
        return state;
    }

    /** What the model says: keys with the revision of their value. */
    synchronized Map<String, Long> revisionsAt(long at) {
        var revisions = new TreeMap<String, Long>(KeyOrder.INSTANCE);
        stateAt(at).forEach((key, value) -> revisions.put(key, value.modRevision()));
        return revisions;
    }

    synchronized List<StoreEvent> eventsAfter(long after) {
        return history.stream().filter(e -> e.revision() > after).toList();
    }

    @Override
    public CompletionStage<CommitOutcome> commit(Commit commit) {
        return CompletableFuture.failedFuture(new UnsupportedOperationException());
    }

    @Override
    public synchronized StoreWatch watch(WatchRequest request, WatchListener listener) {
        if (request.afterRevision() < compacted) {
            throw new CompactedException(request.afterRevision(), compacted);
        }
        var watch = new Watch(request, listener);
        if (!holdsBack) {
            eventsAfter(request.afterRevision()).forEach(event -> watch.tell(List.of(event)));
            watch.delivered = revision;
        }
        watches.add(watch);
        return watch;
    }

    @Override
    public synchronized long currentRevision() {
        return revision;
    }

    @Override
    public synchronized void compact(long to) {
        compacted = Math.max(compacted, to);
    }

    @Override
    public synchronized long compactedRevision() {
        return compacted;
    }

    private final class Watch implements StoreWatch {

        private final String prefix;
        private final WatchListener listener;
        private long delivered;

        Watch(WatchRequest request, WatchListener listener) {
            this.prefix = request.prefix();
            this.delivered = request.afterRevision();
            this.listener = listener;
        }

        /** As stores do, which know nothing of what the listener makes of it. */
        void tell(List<StoreEvent> events) {
            List<StoreEvent> mine = events.stream().filter(event -> event.key().startsWith(prefix)).toList();
            if (!mine.isEmpty()) {
                listener.onEvents(mine);
            } else if (toldWhenAsked) {
                return;
            }
            delivered = events.get(events.size() - 1).revision();
        }

        @Override
        public boolean awaitDelivered(long wanted, Duration timeout) throws InterruptedException {
            long deadline = System.nanoTime() + timeout.toNanos();
            synchronized (FakeStore.this) {
                waiting++;
                FakeStore.this.notifyAll();
                delivered = toldWhenAsked && !timeout.isZero() ? revision : delivered;
                try {
                    while (delivered < wanted && watches.contains(this)) {
                        long left = (deadline - System.nanoTime()) / 1_000_000;
                        if (left <= 0) {
                            return false;
                        }
                        FakeStore.this.wait(left);
                    }
                    return delivered >= wanted;
                } finally {
                    waiting--;
                }
            }
        }

        @Override
        public void close() {
            synchronized (FakeStore.this) {
                watches.remove(this);
                FakeStore.this.notifyAll();
            }
        }
    }
}
