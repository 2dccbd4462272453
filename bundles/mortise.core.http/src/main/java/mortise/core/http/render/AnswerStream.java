package mortise.core.http.render;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import mortise.core.http.exchange.ApiExchange;
import mortise.core.http.exchange.Wire;
import org.jspecify.annotations.Nullable;

/**
 * The body of an answer while it is written: gathered in one pooled buffer and sent whenever that is full. What fits
 * into the buffer goes out whole with its length. Where the client takes compressed answers, a body that has grown
 * beyond the threshold is compressed from its begin.
 *
 * <p>Belongs to one thread, blocks, and must be closed; closing after a failure cuts the answer off.
 */
final class AnswerStream extends OutputStream {

    private static final int FASTEST = 1;

    private final ApiExchange exchange;
    private final int status;
    private final String contentType;
    private final int compressFrom;
    private final ByteBuffer buffer;
    /** What came before it was known whether to compress; used instead of the buffer while that is not known. */
    private byte[] waiting = {};
    private int waitingLength;
    private boolean undecided;
    private Wire.@Nullable Body body;
    private @Nullable OutputStream compressed;
    private boolean lost;
    private boolean complete;

    /**
     * Starts an answer.
     *
     * @param compressFrom compress bodies of more bytes than this; {@link Integer#MAX_VALUE} for never
     */
    AnswerStream(ApiExchange exchange, int status, String contentType, int compressFrom) {
        this.exchange = exchange;
        this.status = status;
        this.contentType = contentType;
        this.compressFrom = compressFrom;
        this.undecided = compressFrom != Integer.MAX_VALUE;
        this.buffer = exchange.wire().buffer();
    }

    @Override
    public void write(int b) throws IOException {
        if (undecided || compressed != null || !buffer.hasRemaining()) {
            write(new byte[] {(byte) b}, 0, 1);
        } else {
            buffer.put((byte) b);
        }
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        if (undecided) {
            await(bytes, from, length);
        } else if (compressed != null) {
            compressed.write(bytes, from, length);
        } else {
            gather(bytes, from, length);
        }
    }

    private void await(byte[] bytes, int from, int length) throws IOException {
        if (waitingLength + length <= compressFrom) {
            if (waitingLength + length > waiting.length) {
                waiting = Arrays.copyOf(waiting,
                        Math.min(compressFrom, Math.max(waitingLength + length, 2 * waiting.length + 4096)));
            }
            System.arraycopy(bytes, from, waiting, waitingLength, length);
            waitingLength += length;
            return;
        }
        undecided = false;
        open("Content-Encoding", "gzip", "Vary", "Accept-Encoding");
        compressed = new FastGzip(this);
        compressed.write(waiting, 0, waitingLength);
        waiting = new byte[0];
        compressed.write(bytes, from, length);
    }

    private void gather(byte[] bytes, int from, int length) throws IOException {
        int done = 0;
        while (done < length) {
            if (!buffer.hasRemaining()) {
                send(false);
            }
            int part = Math.min(buffer.remaining(), length - done);
            buffer.put(bytes, from + done, part);
            done += part;
        }
    }

    /** Sends the rest; the answer is whole only after this. */
    void complete() throws IOException {
        if (undecided) {
            exchange.answer(status, contentType, Arrays.copyOf(waiting, waitingLength));
        } else {
            if (compressed instanceof FastGzip gzip) {
                gzip.finish();
            }
            if (body == null && !lost) {
                exchange.answer(status, contentType, Arrays.copyOf(buffer.array(), buffer.position()));
            } else {
                send(true);
            }
        }
        complete = true;
    }

    private void send(boolean last) throws IOException {
        if (body == null && !lost) {
            open();
        }
        buffer.flip();
        if (body != null) {
            exchange.sent(buffer.remaining());
            body.write(buffer, last);
        }
        buffer.clear();
    }

    private void open(String... headers) {
        body = exchange.open(false, status, contentType, headers).orElse(null);
        lost = body == null;
    }

    @Override
    public void close() {
        exchange.wire().release(buffer);
        if (!complete && body != null) {
            body.abort(new IOException("the answer could not be completed"));
        }
    }

    /** The bytes of the compressor go past the decision whether to compress. */
    private static final class FastGzip extends GZIPOutputStream {

        FastGzip(AnswerStream answer) throws IOException {
            super(new OutputStream() {
                @Override
                public void write(int b) throws IOException {
                    answer.gather(new byte[] {(byte) b}, 0, 1);
                }

                @Override
                public void write(byte[] bytes, int from, int length) throws IOException {
                    answer.gather(bytes, from, length);
                }
            }, 16 * 1024);
            def.setLevel(FASTEST);
        }

        @Override
        public void finish() throws IOException {
            super.finish();
            def.end();
        }
    }

    /** Wraps the failure of a write, which is always the client's doing. */
    static UncheckedIOException gone(IOException failure) {
        return new UncheckedIOException(failure);
    }
}
