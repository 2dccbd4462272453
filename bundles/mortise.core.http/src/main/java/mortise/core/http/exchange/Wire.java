package mortise.core.http.exchange;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The connection's side of one request. One answer is sent, by {@link #send}, {@link #sendLater},
 * {@link #open}, {@link #tunnel} or {@link #webSocket}.
 */
public interface Wire {

    /** Returns the method as it was sent. */
    String method();

    /** Returns the path as it was sent, still encoded. */
    String rawPath();

    /** Returns what follows the question mark, still encoded; empty without one. */
    String rawQuery();

    /** Returns the first value of a request header, or an empty text. */
    String header(String name);

    /** Returns a view of the request headers by lower-case name; nothing is copied until somebody walks it. */
    Map<String, List<String>> headers();

    /**
     * Takes headers off the request, so that nobody sees them from now on.
     *
     * @param names says which, by their names in lower case
     * @return their values by name in lower case; empty when there are none
     */
    Map<String, List<String>> take(Predicate<String> names);

    /** Returns the client's certificate chain, its own first; empty without one. Nothing is verified. */
    List<X509Certificate> peerCertificates();

    /** Returns the address of the peer. */
    String remoteAddress();

    /**
     * Reads the whole body. Blocks.
     *
     * @throws mortise.api.ApiException 413 when it is longer than {@code bytesMax}
     */
    byte[] body(int bytesMax);

    /** Returns the body while it comes. Reading blocks. */
    InputStream bodyStream();

    /** Sends a whole answer. Blocks; a client that has gone is no error. */
    void send(Head head, byte[] body);

    /** Sends a whole answer without blocking, from any thread. */
    void sendLater(Head head, byte[] body);

    /**
     * Starts an answer whose body follows. Nothing is on the wire before the first write.
     *
     * @param lasting whether the body may be silent for long, and its client's leaving is to be noticed meanwhile
     */
    Body open(Head head, boolean lasting);

    /**
     * Sends the head of an answer with status 101 and makes the connection a tunnel to another server, whose socket it
     * then closes. Only for HTTP/1.1.
     *
     * @param idle longest time without a byte
     * @param done is run when either side has ended
     */
    void tunnel(Head head, Socket peer, Duration idle, Runnable done);

    /** Says whether {@link #tunnel} and {@link #webSocket} are possible: with HTTP/1.1 only. */
    boolean switchesProtocols();

    /**
     * Makes the connection a WebSocket. The first write sends the head, with status 101, and is done when the protocol
     * is switched; later ones are of whole frames, and the last one, which is empty, is a close frame of its own. Pings
     * and the client's close are answered, data that it sends is thrown away.
     */
    Body webSocket(Head head);

    /** Returns an array of {@link #bufferBytes} from the pool; given back with {@link #release}. */
    ByteBuffer buffer();

    /** Gives a pooled array back. */
    void release(ByteBuffer buffer);

    /**
     * The body of an answer while it is written. At most one write is outstanding.
     */
    interface Body {

        /** Writes. Blocks. Throws when the client has gone or takes too long. */
        void write(ByteBuffer bytes, boolean last) throws IOException;

        /**
         * Says whether everything but the empty last write of {@link #writeLater} has to be framed as chunks of
         * HTTP/1.1 by the caller, who can do that once for many connections.
         */
        boolean takesChunks();

        /**
         * Writes without blocking; the first write may be empty, to send the head. {@code done} is called once, from
         * any thread, with what went wrong or nothing. The bytes must not change until then.
         */
        void writeLater(ByteBuffer bytes, boolean last, Consumer<@Nullable Throwable> done);

        /** Calls back, once and from any thread, when the client goes away while nothing is written. */
        void onGone(Runnable gone);

        /** Ends the connection, or the stream of it, without finishing the body. */
        void abort(Throwable why);
    }

    /**
     * Status and headers of an answer.
     *
     * @param status HTTP status code
     * @param headers names and values in turns
     */
    record Head(int status, List<String> headers) {
    }
}
