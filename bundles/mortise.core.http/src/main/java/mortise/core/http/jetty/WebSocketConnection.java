package mortise.core.http.jetty;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import mortise.core.http.exchange.Wire;
import mortise.core.http.websocket.FrameReader;
import mortise.core.http.websocket.WebSocketFrame;
import org.eclipse.jetty.io.AbstractConnection;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.util.Blocker;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Invocable.InvocationType;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * A client's connection that has become a WebSocket, on which the server alone has something to say. It holds no
 * thread, and a buffer only while bytes come in. Answers to pings wait for the write that is outstanding, and only the
 * newest one does; after a close frame from either side there is a moment for the other's, and then the end.
 */
final class WebSocketConnection extends AbstractConnection
        implements Connection.UpgradeTo, Wire.Body, FrameReader.Listener {

    private static final int BUFFER_BYTES = 4 * 1024;
    /** How much is read before others get their turn. */
    private static final int TURN_BYTES = 64 * 1024;
    private static final int FAREWELL_SECONDS = 2;
    private static final Consumer<@Nullable Throwable> NOBODY = failure -> {
    };

    private final Consumer<Consumer<Throwable>> sendHead;
    private final Scheduler scheduler;
    private final FrameReader reader = new FrameReader(this);
    private final AtomicBoolean over = new AtomicBoolean();
    private final Callback fillable = Callback.from(
            InvocationType.NON_BLOCKING, this::onFillable, this::onFillInterestedFailed);
    private ByteBuffer early = ByteBuffer.allocate(0);

    // Guarded by this.
    private boolean headSent;
    private boolean open;
    private boolean writing;
    private boolean farewellSent;
    private boolean clientClosed;
    /** Whether nothing is to be written any more but control frames. */
    private boolean leaving;
    private @Nullable Outgoing message;
    private byte @Nullable [] pong;
    private @Nullable Outgoing farewell;
    private @Nullable Runnable gone;
    private Scheduler.@Nullable Task deadline;

    /** Something to be written, and who is told when it was. */
    private record Outgoing(ByteBuffer bytes, Consumer<@Nullable Throwable> done) {
    }

    /**
     * Waits for the first write.
     *
     * @param sendHead sends the head of the answer, after which Jetty hands the connection over, or tells why it cannot
     */
    WebSocketConnection(EndPoint client, Executor executor, Scheduler scheduler,
            Consumer<Consumer<Throwable>> sendHead) {
        super(client, executor);
        this.scheduler = scheduler;
        this.sendHead = sendHead;
    }

    /** Gets what the client sent before it knew that the protocol was switched. */
    @Override
    public void onUpgradeTo(@Nullable ByteBuffer buffer) {
        if (buffer != null && buffer.hasRemaining()) {
            early = ByteBuffer.allocate(buffer.remaining()).put(buffer).flip();
        }
    }

    @Override
    public void onOpen() {
        super.onOpen();
        Outgoing head;
        synchronized (this) {
            open = true;
            head = message;
            message = null;
        }
        if (head != null) {
            head.done().accept(null);
        }
        if (read(early)) {
            fillInterested(fillable);
        }
    }

    /** A watch may be silent for as long as it likes. */
    @Override
    public boolean onIdleExpired(TimeoutException timeout) {
        return false;
    }

    @Override
    public void onFillable() {
        ByteBuffer buffer = BufferUtil.allocate(BUFFER_BYTES);
        boolean goOn = true;
        try {
            int filled = 1;
            for (int turn = 0; goOn && filled > 0 && turn < TURN_BYTES; turn += filled) {
                BufferUtil.clear(buffer);
                filled = getEndPoint().fill(buffer);
                goOn = filled >= 0 && read(buffer);
            }
            if (filled < 0) {
                end(new IOException("the client closed the connection"));
            } else if (goOn) {
                fillInterested(fillable);
            }
        } catch (IOException broken) {
            end(broken);
        }
    }

    @Override
    public void onFillInterestedFailed(Throwable cause) {
        end(cause);
    }

    /** Says whether more is to be read; bytes that are left unread would cost the client the close frame. */
    private boolean read(ByteBuffer bytes) {
        try {
            reader.read(bytes);
        } catch (FrameReader.Violation violation) {
            sayFarewell(violation.code());
        }
        return !over.get();
    }

    @Override
    public void pinged(byte[] payload) {
        synchronized (this) {
            pong = WebSocketFrame.pong(payload);
        }
        flush();
    }

    @Override
    public void closed(int code) {
        boolean agreed;
        synchronized (this) {
            clientClosed = true;
            agreed = farewellSent;
        }
        if (agreed) {
            end(null);
        } else {
            sayFarewell(code);
        }
    }

    /** The client wants the end, or is to have it: nothing more is written but a close frame. */
    private void sayFarewell(int code) {
        Outgoing dropped;
        Runnable left;
        synchronized (this) {
            if (farewell == null && !farewellSent) {
                farewell = new Outgoing(ByteBuffer.wrap(WebSocketFrame.close(code)), NOBODY);
            }
            leaving = true;
            dropped = message;
            message = null;
            left = gone;
            endSoon();
        }
        if (dropped != null) {
            dropped.done().accept(new IOException("the client closed the WebSocket"));
        }
        if (left != null) {
            left.run();
        }
        flush();
    }

    /** To be called with the lock. */
    private void endSoon() {
        if (deadline == null && !over.get()) {
            deadline = scheduler.schedule(() -> end(null), FAREWELL_SECONDS, TimeUnit.SECONDS);
        }
    }

    /** Returns false: a message is framed as one already. */
    @Override
    public boolean takesChunks() {
        return false;
    }

    @Override
    public void write(ByteBuffer bytes, boolean last) throws IOException {
        try (Blocker.Callback written = Blocker.callback()) {
            writeLater(bytes, last, failure -> {
                if (failure == null) {
                    written.succeeded();
                } else {
                    written.failed(failure);
                }
            });
            written.block();
        }
    }

    @Override
    public void writeLater(ByteBuffer bytes, boolean last, Consumer<@Nullable Throwable> done) {
        boolean head;
        boolean refused;
        synchronized (this) {
            head = !headSent;
            headSent = true;
            refused = over.get() || leaving;
            if (!refused && last && !head) {
                farewell = new Outgoing(ByteBuffer.wrap(WebSocketFrame.close(WebSocketFrame.NORMAL)), done);
            } else if (!refused) {
                message = new Outgoing(bytes, done);
            }
        }
        if (refused) {
            done.accept(new IOException("the WebSocket is closed"));
        } else if (head) {
            sendHead.accept(this::end);
        } else {
            flush();
        }
    }

    /** Writes what is due, if nothing is written. */
    private void flush() {
        Outgoing next;
        synchronized (this) {
            next = open && !writing && !farewellSent ? next() : null;
            writing |= next != null;
        }
        if (next != null) {
            getEndPoint().write(Callback.from(() -> written(next, null), failure -> written(next, failure)),
                    next.bytes());
        }
    }

    private @Nullable Outgoing next() {
        byte[] answer = pong;
        Outgoing due = answer == null ? message == null ? farewell : message
                : new Outgoing(ByteBuffer.wrap(answer), NOBODY);
        if (answer != null) {
            pong = null;
        } else if (message != null) {
            message = null;
        } else if (farewell != null) {
            farewell = null;
            farewellSent = true;
        }
        return due;
    }

    private void written(Outgoing what, @Nullable Throwable failure) {
        boolean agreed;
        boolean closing;
        synchronized (this) {
            writing = false;
            closing = farewellSent;
            agreed = closing && clientClosed;
            if (closing) {
                endSoon();
            }
        }
        what.done().accept(failure);
        if (failure != null || agreed) {
            end(failure);
        } else if (!closing) {
            flush();
        }
    }

    @Override
    public void onGone(Runnable listener) {
        boolean late;
        synchronized (this) {
            gone = listener;
            late = leaving || over.get();
        }
        if (late) {
            listener.run();
        }
    }

    @Override
    public void abort(Throwable why) {
        end(why);
    }

    @Override
    public void onClose(@Nullable Throwable cause) {
        super.onClose(cause);
        end(cause);
    }

    private void end(@Nullable Throwable why) {
        if (!over.compareAndSet(false, true)) {
            return;
        }
        Optional<Outgoing> waiting;
        Optional<Outgoing> closing;
        Optional<Runnable> left;
        synchronized (this) {
            waiting = Optional.ofNullable(message);
            closing = Optional.ofNullable(farewell);
            left = Optional.ofNullable(gone);
            message = null;
            farewell = null;
            if (deadline != null) {
                deadline.cancel();
            }
        }
        getEndPoint().close(why);
        Throwable told = why == null ? new IOException("the WebSocket is closed") : why;
        waiting.ifPresent(outgoing -> outgoing.done().accept(told));
        closing.ifPresent(outgoing -> outgoing.done().accept(told));
        left.ifPresent(Runnable::run);
    }
}
