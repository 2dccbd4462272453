package mortise.core.http.route;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import mortise.api.ApiStatus;
import mortise.core.cache.CacheEvent;
import mortise.core.cache.CacheWatch;
import mortise.core.http.exchange.RequestLabels;
import mortise.core.http.exchange.Wire;
import mortise.core.http.render.EventEncoder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One open watch on its connection. It holds no thread: {@link #pump} runs, one run at a time, on whichever thread has
 * news: the dispatcher when events came, the connection when a write is done, the timer when the time is up.
 *
 * <p>At most one write is outstanding. Events that came meanwhile go into the next write together; while nothing is
 * written the watch holds no buffer. A client that takes no bytes for long is cut off and delays nobody else.
 */
final class WatchStream {

    private static final Logger LOG = LoggerFactory.getLogger(WatchStream.class);
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0).asReadOnlyBuffer();

    private final Wire wire;
    private final RequestLabels labels;
    private final LongAdder events;
    private final EventEncoder encoder;
    private final WatchSettings settings;
    private final Runnable whenOver;
    /** How often news came since the pump started; 0 when it does not run. */
    private final AtomicInteger news = new AtomicInteger(1);
    private final AtomicBoolean over = new AtomicBoolean();

    // Set by start, before the first pump; read by pumps, which the counter above orders.
    private @Nullable CacheWatch watch;
    private Wire.@Nullable Body body;
    private volatile @Nullable Future<?> timeout;

    private volatile boolean finishing;
    private volatile boolean writing;
    private volatile long writingSinceNanos;
    // Touched by pumps only.
    private byte @Nullable [] next;
    private @Nullable ByteBuffer gathered;
    private volatile boolean lastSent;

    /** @param whenOver is run once, when the answer is complete */
    WatchStream(Wire wire, RequestLabels labels, EventEncoder encoder, WatchSettings settings, Runnable whenOver) {
        this.wire = wire;
        this.labels = labels;
        this.events = settings.open().events(labels);
        this.encoder = encoder;
        this.settings = settings;
        this.whenOver = whenOver;
    }

    /** Returns what the watch is counted as. */
    RequestLabels labels() {
        return labels;
    }

    /** Starts to write: the head of the answer at once, then events. */
    void start(CacheWatch opened, Wire.Body opening, Duration length) {
        watch = opened;
        body = opening;
        if (opening.takesChunks()) {
            encoder.chunked();
        }
        timeout = settings.timer().schedule(this::finish, length.toMillis(), TimeUnit.MILLISECONDS);
        settings.open().add(this);
        write(NOTHING.duplicate(), false);
        opening.onGone(this::end);
        // The counter began at one, so that no pump ran before this.
        pumpUntilQuiet();
    }

    /** Says that events came or that the watch ended. Called by the dispatcher. */
    void readable() {
        pump();
    }

    /** Ends the watch as if nothing were wrong. Any thread. */
    void finish() {
        finishing = true;
        pump();
    }

    /** Cuts the client off when it has taken no bytes for too long. Any thread. */
    void cutIfStalled(long nowNanos) {
        Wire.Body connection = body;
        if (writing && connection != null && nowNanos - writingSinceNanos > settings.stall().toNanos()) {
            connection.abort(new IOException("the client of a watch does not read"));
        }
    }

    private void pump() {
        if (news.getAndIncrement() == 0) {
            pumpUntilQuiet();
        }
    }

    private void pumpUntilQuiet() {
        int seen = news.get();
        do {
            try {
                step();
            } catch (RuntimeException failure) {
                // An event that cannot be encoded must not leave the watch open and silent.
                LOG.error("A watch ends because an event could not be written", failure);
                java.util.Objects.requireNonNull(body, "set by start").abort(failure);
                end();
            }
            seen = news.addAndGet(-seen);
        } while (seen != 0);
    }

    private void step() {
        if (writing) {
            return;
        }
        release();
        if (!over.get() && !lastSent) {
            writeNext();
        }
    }

    private void writeNext() {
        CacheWatch source = java.util.Objects.requireNonNull(watch, "set by start");
        byte[] line = next == null && !finishing ? poll(source) : next;
        next = null;
        if (line == null) {
            writeEnd(source);
            return;
        }
        // When its time is up, a watch ends however much is left, and however slowly the client takes it.
        byte[] second = finishing ? null : poll(source);
        if (second == null) {
            // The usual case: the bytes that all watches share, not copied.
            write(ByteBuffer.wrap(line), false);
            return;
        }
        ByteBuffer buffer = wire.buffer();
        gathered = buffer;
        next = second;
        if (line.length > buffer.remaining()) {
            release();
            write(ByteBuffer.wrap(line), false);
            return;
        }
        buffer.put(line);
        while (next != null && next.length <= buffer.remaining()) {
            buffer.put(next);
            next = poll(source);
        }
        write(buffer.flip(), false);
    }

    private void writeEnd(CacheWatch source) {
        Optional<ApiStatus> ended = source.ended();
        if (finishing) {
            write(NOTHING.duplicate(), true);
        } else if (ended.isPresent()) {
            // Something may have come between the last poll and the end.
            next = poll(source);
            if (next == null) {
                writeError(ended.get());
            } else {
                news.incrementAndGet();
            }
        }
    }

    /** The last thing but the end of the body, which the next step sends. */
    private void writeError(ApiStatus status) {
        finishing = true;
        write(ByteBuffer.wrap(encoder.error(status)), false);
    }

    private byte @Nullable [] poll(CacheWatch source) {
        CacheEvent event = source.poll().orElse(null);
        if (event == null) {
            return null;
        }
        events.increment();
        return encoder.encode(event);
    }

    private void write(ByteBuffer bytes, boolean last) {
        lastSent = last;
        writingSinceNanos = System.nanoTime();
        writing = true;
        java.util.Objects.requireNonNull(body, "set by start").writeLater(bytes, last, this::written);
    }

    private void written(@Nullable Throwable failure) {
        boolean done = failure != null || lastSent;
        writing = false;
        if (done) {
            end();
        } else {
            pump();
        }
    }

    /** Frees everything; a buffer that is still written goes back when that write is done. */
    private void end() {
        if (over.compareAndSet(false, true)) {
            Future<?> timer = timeout;
            if (timer != null) {
                timer.cancel(false);
            }
            settings.open().remove(this);
            java.util.Objects.requireNonNull(watch, "set by start").close();
            pump();
            whenOver.run();
        }
    }

    private void release() {
        ByteBuffer buffer = gathered;
        if (buffer != null) {
            gathered = null;
            wire.release(buffer);
        }
    }
}
