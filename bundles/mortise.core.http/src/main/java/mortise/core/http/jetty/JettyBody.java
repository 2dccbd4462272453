package mortise.core.http.jetty;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import mortise.core.http.exchange.Wire;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** The body of one of Jetty's responses. */
final class JettyBody implements Wire.Body {

    /** How much of what no client should send is read at once. */
    private static final int UNWANTED_BYTES = 1024;
    /** How much of it is read before others get their turn. */
    private static final int TURN_BYTES = 64 * 1024;

    private final Request request;
    private final Response response;
    private final Callback callback;
    private final boolean http2;
    /** HTTP/1.0 has none, and Jetty knows what to do instead. */
    private final boolean chunks;
    private boolean headSent; // touched by one writer at a time
    private final AtomicBoolean completed = new AtomicBoolean();

    JettyBody(Request request, Response response, Callback callback, boolean http2) {
        this.request = request;
        this.response = response;
        this.callback = callback;
        this.http2 = http2;
        this.chunks = request.getConnectionMetaData().getHttpVersion() == HttpVersion.HTTP_1_1;
    }

    @Override
    public void write(ByteBuffer bytes, boolean last) throws IOException {
        Content.Sink.write(response, last, bytes);
        if (last) {
            complete(null);
        }
    }

    @Override
    public boolean takesChunks() {
        return chunks;
    }

    /**
     * What is between the head and the end of a body of HTTP/1.1 goes straight to the connection: an event to many
     * watches costs little more than a write to each socket, of which Jetty's way would be a good part.
     */
    @Override
    public void writeLater(ByteBuffer bytes, boolean last, Consumer<@Nullable Throwable> done) {
        Callback written = Callback.from(() -> {
            if (last) {
                complete(null);
            }
            done.accept(null);
        }, failure -> {
            complete(failure);
            done.accept(failure);
        });
        boolean straight = chunks && headSent && !last;
        headSent = true;
        try {
            if (straight) {
                request.getConnectionMetaData().getConnection().getEndPoint().write(written, bytes);
            } else {
                response.write(last, bytes, written);
            }
        } catch (RuntimeException ended) {
            // Jetty has let go of a request that was completed by its end at this very moment.
            written.failed(ended);
        }
    }

    /**
     * Jetty reports a stream of HTTP/2 that the client resets, and no end of a connection of HTTP/1.1 while an answer
     * is open. There this asks the connection for bytes, of which none may come before the answer is complete.
     */
    @Override
    public void onGone(Runnable gone) {
        // A watch may be silent for as long as it likes.
        request.addIdleTimeoutListener(timeout -> false);
        request.addFailureListener(failure -> {
            gone.run();
            complete(failure);
        });
        if (!http2) {
            request.getConnectionMetaData().getConnection().getEndPoint().tryFillInterested(new EndOfInput(gone));
        }
    }

    @Override
    public void abort(Throwable why) {
        if (!http2) {
            request.getConnectionMetaData().getConnection().getEndPoint().close(why);
        }
        complete(why);
    }

    private void complete(@Nullable Throwable failure) {
        if (completed.compareAndSet(false, true)) {
            if (failure == null) {
                callback.succeeded();
            } else {
                callback.failed(failure);
            }
        }
    }

    /** Waits for the end of the client's side of a connection, and throws away what comes before it. */
    private final class EndOfInput implements Callback {

        private final Runnable gone;

        EndOfInput(Runnable gone) {
            this.gone = gone;
        }

        @Override
        public void succeeded() {
            EndPoint connection = request.getConnectionMetaData().getConnection().getEndPoint();
            try {
                int read = completed.get() ? 0 : thrownAway(connection);
                if (read >= 0 && connection.isOpen() && !connection.isInputShutdown()) {
                    if (!completed.get()) {
                        connection.tryFillInterested(this);
                    }
                    return;
                }
            } catch (IOException broken) {
                // Gone as well.
            }
            failed(new IOException("the client closed the connection"));
        }

        /** Bytes that are left would hide the end behind them. Returns less than 0 at the end. */
        private int thrownAway(EndPoint connection) throws IOException {
            ByteBuffer nobodyWants = BufferUtil.allocate(UNWANTED_BYTES);
            int read = 1;
            for (int turn = 0; read > 0 && turn < TURN_BYTES; turn += read) {
                BufferUtil.clear(nobodyWants);
                read = connection.fill(nobodyWants);
            }
            return read;
        }

        @Override
        public void failed(Throwable why) {
            if (completed.get()) {
                return;
            }
            EndPoint connection = request.getConnectionMetaData().getConnection().getEndPoint();
            boolean onlyQuiet = why instanceof TimeoutException && connection.isOpen();
            if (!onlyQuiet || !connection.tryFillInterested(this)) {
                gone.run();
                abort(why);
            }
        }

        @Override
        public InvocationType getInvocationType() {
            return InvocationType.NON_BLOCKING;
        }
    }
}
