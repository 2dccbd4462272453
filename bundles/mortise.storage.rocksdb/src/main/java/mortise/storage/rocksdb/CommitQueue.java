package mortise.storage.rocksdb;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import mortise.spi.storage.Commit;
import mortise.spi.storage.CommitOutcome;

/** Commits that wait for the writer, oldest first. Bounded: callers wait for room. */
final class CommitQueue {

    /** A commit with its outcome to be. */
    record Pending(Commit commit, byte[] key, CompletableFuture<CommitOutcome> outcome) {

        long bytes() {
            byte[] value = commit.value();
            return key.length + (value == null ? 0L : value.length);
        }
    }

    private final int lengthMax;
    private final long groupBytesMax;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition room = lock.newCondition();
    private final Condition work = lock.newCondition();
    private final ArrayDeque<Pending> waiting = new ArrayDeque<>(); // guarded by lock
    private boolean closed; // guarded by lock

    CommitQueue(int lengthMax, long groupBytesMax) {
        this.lengthMax = lengthMax;
        this.groupBytesMax = groupBytesMax;
    }

    /**
     * Adds a commit, and waits for room if needed.
     *
     * @return whether it was added; false when the queue is closed
     */
    boolean add(Pending pending) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (!closed && waiting.size() >= lengthMax) {
                room.await();
            }
            if (!closed) {
                waiting.addLast(pending);
                work.signal();
            }
            return !closed;
        } finally {
            lock.unlock();
        }
    }

    /** Takes what is to be written together; waits for the first. Empty when the queue is closed and drained. */
    List<Pending> takeGroup() {
        lock.lock();
        try {
            while (!closed && waiting.isEmpty()) {
                work.awaitUninterruptibly();
            }
            List<Pending> group = new ArrayList<>(waiting.size());
            long bytes = 0;
            for (Pending next = waiting.peekFirst(); next != null; next = waiting.peekFirst()) {
                bytes += next.bytes();
                if (!group.isEmpty() && bytes > groupBytesMax) {
                    break;
                }
                group.add(waiting.removeFirst());
            }
            room.signalAll();
            return group;
        } finally {
            lock.unlock();
        }
    }

    /** Takes no more commits; those that wait are still handed out. */
    void close() {
        lock.lock();
        try {
            closed = true;
            room.signalAll();
            work.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
