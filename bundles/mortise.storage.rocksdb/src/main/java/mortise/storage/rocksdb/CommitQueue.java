package mortise.storage.rocksdb;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import mortise.spi.storage.Commit;
import mortise.spi.storage.CommitOutcome;

/**
 * Commits that wait for the writer, oldest first. Bounded: callers wait for room.
 *
 * <p>A sync costs the same for one commit as for many, so while several callers commit at once, the writer waits a
 * moment for more: at most half as long as the last group took, so that a fast disk is not held up. It does not wait
 * for a lone caller, who never has the next one ready when the last is done.
 */
final class CommitQueue {

    /** A commit with its outcome to be. */
    record Pending(Commit commit, byte[] key, CompletableFuture<CommitOutcome> outcome) {

        long bytes() {
            byte[] value = commit.value();
            return key.length + (value == null ? 0L : value.length);
        }
    }

    /** So many commits are worth a sync; there is no waiting for more. */
    private static final int GROUP_LENGTH_ENOUGH = 8;
    /** After so many groups that found nobody waiting, callers are alone. */
    private static final int ALONE_GROUPS = 8;

    private final int lengthMax;
    private final long groupBytesMax;
    private final long gatherNanosMax;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition room = lock.newCondition();
    private final Condition work = lock.newCondition();
    private final ArrayDeque<Pending> waiting = new ArrayDeque<>(); // guarded by lock
    private boolean closed; // guarded by lock
    private int groupsAlone = ALONE_GROUPS; // guarded by lock
    private long handedOutNanos = System.nanoTime(); // guarded by lock

    CommitQueue(int lengthMax, long groupBytesMax, Duration gatherMax) {
        this.lengthMax = lengthMax;
        this.groupBytesMax = groupBytesMax;
        this.gatherNanosMax = gatherMax.toNanos();
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
                if (waiting.size() == 1 || waiting.size() == GROUP_LENGTH_ENOUGH) {
                    work.signal();
                }
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
            groupsAlone = waiting.isEmpty() ? groupsAlone + 1 : 0;
            long tookNanos = System.nanoTime() - handedOutNanos;
            while (!closed && waiting.isEmpty()) {
                work.awaitUninterruptibly();
            }
            if (groupsAlone < ALONE_GROUPS) {
                gather(Math.min(gatherNanosMax, tookNanos / 2));
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
            handedOutNanos = System.nanoTime();
            return group;
        } finally {
            lock.unlock();
        }
    }

    /** Waits for more commits. Caller holds the lock. */
    private void gather(long nanos) {
        try {
            long left = nanos;
            while (!closed && waiting.size() < GROUP_LENGTH_ENOUGH && left > 0) {
                left = work.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
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
