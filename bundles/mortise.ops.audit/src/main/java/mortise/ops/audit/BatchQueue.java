package mortise.ops.audit;

import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Lines that wait for a thread of their own to write them. Bounded in number and bytes; what is too much is lost. */
final class BatchQueue implements AutoCloseable {

    /** However few they are, events do not take more memory than this. */
    static final long BYTES_MAX = 128L * 1024 * 1024;

    private static final long POLL_MILLIS = 200;
    private static final long CLOSE_MILLIS = 5_000;

    private final BlockingQueue<byte[]> waiting;
    private final Settings settings;
    private final BiConsumer<byte[], Integer> writer;
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
     * @param batchBytes most bytes of a batch of more than one event
     * @param perSecond most batches a second; 0 for no limit
     * @param burst most batches at once; at least 1 when there is a limit
     */
    record Settings(int buffer, int size, Duration patience, int batchBytes, double perSecond, int burst) {
    }

    /** @param writer writes the lines of so many events; called by one thread, never throws */
    BatchQueue(Settings settings, BiConsumer<byte[], Integer> writer) {
        this.settings = settings;
        this.writer = writer;
        waiting = new ArrayBlockingQueue<>(settings.buffer());
        permits = settings.burst();
        thread = new Thread(this::run, "mortise-audit-log");
        thread.setDaemon(true);
        thread.start();
    }

    /** Adds an event; returns whether there was room. Never blocks. */
    boolean offer(byte[] line) {
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
                first = first == null ? poll(POLL_MILLIS * 1_000_000) : first;
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
        var batch = new ByteArrayOutputStream(first.length);
        batch.writeBytes(first);
        int count = 1;
        byte[] rest = null;
        long end = System.nanoTime() + settings.patience().toNanos();
        while (count < settings.size()) {
            rest = poll(closing ? 0 : Math.max(0, end - System.nanoTime()));
            if (rest == null || batch.size() + rest.length > settings.batchBytes()) {
                break;
            }
            batch.writeBytes(rest);
            rest = null;
            count++;
        }
        throttle();
        writer.accept(batch.toByteArray(), count);
        return rest;
    }

    private void throttle() throws InterruptedException {
        if (settings.perSecond() <= 0 || closing) {
            return;
        }
        long now = System.nanoTime();
        permits = Math.min(settings.burst(), permits + (now - permitsAtNanos) * settings.perSecond() / 1e9);
        permitsAtNanos = now;
        if (permits < 1) {
            TimeUnit.NANOSECONDS.sleep((long) ((1 - permits) / settings.perSecond() * 1e9));
            permits = 1;
            permitsAtNanos = System.nanoTime();
        }
        permits--;
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
