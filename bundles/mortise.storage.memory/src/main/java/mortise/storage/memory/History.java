package mortise.storage.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import mortise.spi.storage.Commit;
import mortise.spi.storage.CommitOutcome;
import mortise.spi.storage.CommitOutcome.Committed;
import mortise.spi.storage.CommitOutcome.Refused;
import mortise.spi.storage.CompactedException;
import mortise.spi.storage.FutureRevisionException;
import mortise.spi.storage.KeyOrder;
import mortise.spi.storage.RangePage;
import mortise.spi.storage.RangeRequest;
import mortise.spi.storage.StoreEvent;
import mortise.spi.storage.StoredValue;
import org.jspecify.annotations.Nullable;

/**
 * Every change of every key, by key and by revision. One thread commits; any thread reads.
 *
 * <p>A key has a list of its changes, oldest first. Compacting at revision 7 turns the changes {@code 3, 5, 7, 9} into
 * {@code 7, 9}, and {@code 3, 5, 9} into {@code 5, 9}: the change that was the latest at 7 stays, as reads at 7 need
 * it, unless it is a deletion.
 */
final class History {

    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    private final NavigableMap<String, List<StoreEvent>> changes = new TreeMap<>(KeyOrder.INSTANCE); // guarded by lock
    private final NavigableMap<Long, StoreEvent> log = new TreeMap<>(); // guarded by lock
    private long revision = 1; // guarded by lock
    private long compacted = 1; // guarded by lock

    /**
     * What came of a commit.
     *
     * @param event the change, if there was one; kept apart from the log, which may be compacted at any time
     */
    record Made(CommitOutcome outcome, Optional<StoreEvent> event) {
    }

    /** Makes the change if the key is as expected. */
    Made commit(Commit commit) {
        lock.writeLock().lock();
        try {
            StoreEvent latest = latest(commit.key(), revision);
            long modRevision = latest == null ? 0 : latest.revision();
            boolean nothingToDelete = commit.value() == null && latest == null;
            if (modRevision != commit.expectedModRevision() || nothingToDelete) {
                return new Made(new Refused(Optional.ofNullable(latest).map(History::value)), Optional.empty());
            }
            revision++;
            long createRevision = latest == null ? revision : latest.createRevision();
            StoreEvent event = new StoreEvent(commit.key(), commit.value(), createRevision, revision);
            changes.computeIfAbsent(commit.key(), key -> new ArrayList<>(1)).add(event);
            log.put(revision, event);
            return new Made(new Committed(revision), Optional.of(event));
        } finally {
            lock.writeLock().unlock();
        }
    }

    Optional<StoredValue> get(String key, long atRevision) {
        lock.readLock().lock();
        try {
            return Optional.ofNullable(latest(key, readable(atRevision))).map(History::value);
        } finally {
            lock.readLock().unlock();
        }
    }

    RangePage range(RangeRequest request) {
        lock.readLock().lock();
        try {
            long at = readable(request.revision());
            List<StoredValue> values = new ArrayList<>();
            for (String key : keys(request)) {
                StoreEvent latest = latest(key, at);
                if (latest != null && request.limit() > 0 && values.size() == request.limit()) {
                    return new RangePage(values, true, at);
                } else if (latest != null) {
                    values.add(value(latest));
                }
            }
            return new RangePage(values, false, at);
        } finally {
            lock.readLock().unlock();
        }
    }

    /** Returns the changes after a revision, oldest first. */
    List<StoreEvent> after(long afterRevision) {
        lock.readLock().lock();
        try {
            failIfCompacted(afterRevision);
            return List.copyOf(log.tailMap(afterRevision, false).values());
        } finally {
            lock.readLock().unlock();
        }
    }

    void failIfCompacted(long atRevision) {
        lock.readLock().lock();
        try {
            if (atRevision < compacted) {
                throw new CompactedException(atRevision, compacted);
            }
        } finally {
            lock.readLock().unlock();
        }
    }

    long revision() {
        lock.readLock().lock();
        try {
            return revision;
        } finally {
            lock.readLock().unlock();
        }
    }

    long compacted() {
        lock.readLock().lock();
        try {
            return compacted;
        } finally {
            lock.readLock().unlock();
        }
    }

    void compact(long atRevision) {
        lock.writeLock().lock();
        try {
            if (atRevision > revision) {
                throw new FutureRevisionException(atRevision, revision);
            }
            if (atRevision > compacted) {
                compacted = atRevision;
                log.headMap(atRevision, true).clear();
                changes.values().removeIf(versions -> forget(versions, atRevision));
            }
        } finally {
            lock.writeLock().unlock();
        }
    }

    /** Drops the changes nobody can read any more, and says whether none is left. */
    private static boolean forget(List<StoreEvent> versions, long atRevision) {
        int older = 0;
        while (older < versions.size() && versions.get(older).revision() <= atRevision) {
            older++;
        }
        boolean keepsLast = older > 0 && !versions.get(older - 1).deleted();
        versions.subList(0, keepsLast ? older - 1 : older).clear();
        return versions.isEmpty();
    }

    private long readable(long atRevision) {
        if (atRevision == 0) {
            return revision;
        } else if (atRevision > revision) {
            throw new FutureRevisionException(atRevision, revision);
        }
        failIfCompacted(atRevision);
        return atRevision;
    }

    private Iterable<String> keys(RangeRequest request) {
        boolean empty = !request.to().isEmpty() && KeyOrder.INSTANCE.compare(request.from(), request.to()) >= 0;
        if (empty) {
            return List.of();
        }
        NavigableMap<String, List<StoreEvent>> tail = changes.tailMap(request.from(), true);
        return request.to().isEmpty() ? tail.keySet() : tail.headMap(request.to(), false).keySet();
    }

    /** Returns the change that made the value a key has at a revision, or {@code null} when it has none. */
    private @Nullable StoreEvent latest(String key, long atRevision) {
        List<StoreEvent> versions = changes.getOrDefault(key, List.of());
        for (int i = versions.size() - 1; i >= 0; i--) {
            if (versions.get(i).revision() <= atRevision) {
                return versions.get(i).deleted() ? null : versions.get(i);
            }
        }
        return null;
    }

    private static StoredValue value(StoreEvent event) {
        byte[] value = event.value();
        if (value == null) {
            throw new IllegalStateException("a deletion has no value: " + event.key());
        }
        return new StoredValue(event.key(), value, event.createRevision(), event.revision());
    }
}
