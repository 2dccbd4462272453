package mortise.core.http.render;

import java.util.Arrays;
import mortise.api.ApiStatus;
import mortise.core.cache.CacheEvent;
import mortise.core.http.exchange.StatusMapper;
import mortise.core.http.websocket.WebSocketFrame;

/**
 * Encodes the events of one watch as frames of its encoding: lines of JSON, messages with their length, items of CBOR.
 * What other watches see as well is encoded once for all.
 */
public final class EventEncoder {

    private static final byte[] CRLF = {'\r', '\n'};

    private final Shape shape;
    private Object key;
    private Framing framing = Framing.NONE;
    private boolean first = true;

    private enum Framing {
        NONE, CHUNKS, MESSAGES
    }

    /** Tells frames that are framed once more from those that are not. */
    private record Framed(Framing framing, Object key) {
    }

    /** Encodes objects in the given shape. */
    public EventEncoder(Shape shape) {
        this.shape = shape;
        this.key = shape.key();
    }

    /** Makes each frame a chunk of HTTP/1.1 from now on; to be called before the first one. */
    public void chunked() {
        frame(Framing.CHUNKS);
    }

    /** Makes each frame a message of WebSocket from now on; to be called before the first one. */
    public void messages() {
        frame(Framing.MESSAGES);
    }

    private void frame(Framing wanted) {
        framing = wanted;
        key = new Framed(wanted, key);
    }

    /** Returns the frame of an event; it must not be changed. */
    public byte[] encode(CacheEvent event) {
        if (first && event.type() != CacheEvent.Type.BOOKMARK) {
            first = false;
            if (shape.opensApart()) {
                return frame(event.type().name(), out -> shape.opening(event.entry(), out), 4096);
            }
        }
        return shape.lasting() ? event.rendition(key, this::frame) : frame(event);
    }

    /** Returns the frame that tells why a watch ends. */
    public byte[] error(ApiStatus status) {
        byte[] json = StatusMapper.failure(status);
        return frame("ERROR", out -> out.write(shape.encoding().bareStatus(json)), json.length + 64);
    }

    private byte[] frame(CacheEvent event) {
        if (event.type() == CacheEvent.Type.BOOKMARK) {
            return frame("BOOKMARK", out -> shape.bookmark(event.revision(), event.initialEventsEnd(), out), 512);
        }
        return frame(event.type().name(), out -> shape.watched(event.entry(), out), shape.singleLength(event.entry()));
    }

    private byte[] frame(String type, Encoding.Part object, int length) {
        byte[] frame = shape.encoding().event(type, object, length);
        return switch (framing) {
            case NONE -> frame;
            case CHUNKS -> chunk(frame);
            case MESSAGES -> message(frame);
        };
    }

    /** A message tells its length itself. */
    private byte[] message(byte[] frame) {
        int skipped = shape.encoding().lengthBytes();
        return shape.encoding() == Encoding.JSON
                ? WebSocketFrame.text(frame, skipped) : WebSocketFrame.binary(frame, skipped);
    }

    private static byte[] chunk(byte[] frame) {
        byte[] size = Fragments.bytes(Integer.toHexString(frame.length) + "\r\n");
        byte[] chunk = Arrays.copyOf(size, size.length + frame.length + CRLF.length);
        System.arraycopy(frame, 0, chunk, size.length, frame.length);
        System.arraycopy(CRLF, 0, chunk, chunk.length - CRLF.length, CRLF.length);
        return chunk;
    }
}
