package mortise.core.audit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Events, encoded, that wait for a thread of their own to pass them on in batches. Bounded in number and bytes; what is
 * too much is lost. Any thread.
 */
public final class AuditQueue implements AutoCloseable {

    /** However few they are, events do not take more memory than this. */
    public static final long BYTES_MAX = 128L * 1024 * 1024;

    /** And neither does a batch of more than one event. */
    public static final int BATCH_BYTES_MAX = 16 * 1024 * 1024;

    /** Whatever is waited for, a queue that is closed is noticed within this time. */
    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long CLOSE_MILLIS = 5_000;

    private final BlockingQueue<byte[]> waiting;
    private final Settings settings;
    private final Consumer<List<byte[]>> writer;
    private final AtomicLong bytes = new AtomicLong();
    private final Thread thread;
    private volatile boolean closing;
    private double permits;
    private long permitsAtNanos = System.nanoTime();

    /**
     * How events are put together.
     *
     * @param buffer most events that wait
     * @param size most events in a batch
     * @param patience how long a batch waits to be full
     * @param batchBytes most bytes of a batch of more than one event; never more than {@link #BATCH_BYTES_MAX}
     * @param perSecond most batches a second; 0 for no limit
     * @param burst most batches at once; at least 1 when there is a limit
     */
    public record Settings(int buffer, int size, Duration patience, int batchBytes, double perSecond, int burst) {

        /** Bounds the size of a batch. */
        public Settings {
            batchBytes = Math.min(batchBytes, BATCH_BYTES_MAX);
        }
    }

    /**
     * Starts the thread.
     *
     * @param name of the thread
     * @param writer takes a batch; called by one thread, never throws
     */
    public AuditQueue(String name, Settings settings, Consumer<List<byte[]>> writer) {
        this.settings = settings;
        this.writer = writer;
        waiting = new ArrayBlockingQueue<>(settings.buffer());
        permits = settings.burst();
        thread = new Thread(this::run, name);
        thread.setDaemon(true);
        thread.start();
    }

    /** Adds an event; returns whether there was room. Never blocks. */
    public boolean offer(byte[] line) {
        if (closing || bytes.addAndGet(line.length) > BYTES_MAX) {
            bytes.addAndGet(-line.length);
            return false;
        }
        boolean room = waiting.offer(line);
        if (!room) {
            bytes.addAndGet(-line.length);
        }
        return room;
    }

    private void run() {
        byte[] first = null;
        while (first != null || !closing || !waiting.isEmpty()) {
            try {
                first = first == null ? poll(POLL_NANOS) : first;
                first = first == null ? null : writeBatch(first);
            } catch (InterruptedException stopping) {
                // What waits is still written, without waiting for more.
                closing = true;
            }
        }
    }

    private byte @Nullable [] poll(long nanos) throws InterruptedException {
        byte[] line = waiting.poll(nanos, TimeUnit.NANOSECONDS);
        if (line != null) {
            bytes.addAndGet(-line.length);
        }
        return line;
    }

    /** Returns the event that no longer fitted. */
    private byte @Nullable [] writeBatch(byte[] first) throws InterruptedException {
        var batch = new ArrayList<byte[]>();
        batch.add(first);
        long size = first.length;
        byte[] rest = null;
        long end = System.nanoTime() + settings.patience().toNanos();
        while (batch.size() < settings.size()) {
            rest = next(end);
            if (rest == null || size + rest.length > settings.batchBytes()) {
                break;
            }
            batch.add(rest);
            size += rest.length;
            rest = null;
        }
        throttle();
        writer.accept(batch);
        return rest;
    }

    /** Waits for another event, until it is time or nothing more comes. */
    private byte @Nullable [] next(long endNanos) throws InterruptedException {
        byte[] line = null;
        long left;
        do {
            left = closing ? 0 : Math.max(0, endNanos - System.nanoTime());
            line = poll(Math.min(left, POLL_NANOS));
        } while (line == null && left > 0);
        return line;
    }

    private void throttle() throws InterruptedException {
        if (settings.perSecond() <= 0 || closing) {
            return;
        }
        refill();
        while (permits < 1 && !closing) {
            long pause = (long) ((1 - permits) / settings.perSecond() * 1e9) + 1;
            TimeUnit.NANOSECONDS.sleep(Math.min(pause, POLL_NANOS));
            refill();
        }
        permits--;
    }

    private void refill() {
        long now = System.nanoTime();
        permits = Math.min(settings.burst(), permits + (now - permitsAtNanos) * settings.perSecond() / 1e9);
        permitsAtNanos = now;
    }

    /** Writes what waits, as far as there is time, and ends. */
    @Override
    public void close() {
        closing = true;
        try {
            thread.join(CLOSE_MILLIS);
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
    }
}
