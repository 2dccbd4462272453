package mortise.core.http.proxy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import mortise.core.http.exchange.Wire;

/**
 * Copies an answer of unknown length while it comes. That its client has gone is noticed even while nothing comes, and
 * then the other server is let go. Belongs to one thread, which it blocks.
 */
final class AnswerCopy {

    private static final int BUFFER_BYTES = 32 * 1024;
    private static final byte[] CRLF = {'\r', '\n'};

    private final Wire.Body body;
    private final Duration stall;

    /** Takes how long a client may leave bytes unread. */
    AnswerCopy(Wire.Body body, Duration stall) {
        this.body = body;
        this.stall = stall;
    }

    void copy(InputStream content) throws IOException {
        var buffer = new byte[BUFFER_BYTES];
        try {
            write(ByteBuffer.allocate(0), false);
            body.onGone(() -> close(content));
            // Nothing is held back: half a line of a log is better than none.
            for (int read = content.read(buffer); read >= 0; read = content.read(buffer)) {
                if (read > 0) {
                    write(piece(buffer, read), false);
                }
            }
            write(ByteBuffer.allocate(0), true);
        } catch (IOException broken) {
            body.abort(broken);
            throw broken;
        }
    }

    private ByteBuffer piece(byte[] bytes, int length) {
        if (!body.takesChunks()) {
            return ByteBuffer.wrap(bytes, 0, length);
        }
        byte[] size = (Integer.toHexString(length) + "\r\n").getBytes(StandardCharsets.US_ASCII);
        return ByteBuffer.allocate(size.length + length + CRLF.length).put(size).put(bytes, 0, length).put(CRLF)
                .flip();
    }

    private void write(ByteBuffer bytes, boolean last) throws IOException {
        var written = new CompletableFuture<Void>();
        body.writeLater(bytes, last, failure -> {
            if (failure == null) {
                written.complete(null);
            } else {
                written.completeExceptionally(failure);
            }
        });
        try {
            written.get(stall.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException failed) {
            throw new IOException("the client has gone", failed.getCause());
        } catch (TimeoutException slow) {
            throw new IOException("the client does not read", slow);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IOException("the server stops", stopped);
        }
    }

    private static void close(InputStream content) {
        try {
            content.close();
        } catch (IOException goneAnyway) {
            // Nobody reads it any more.
        }
    }
}
