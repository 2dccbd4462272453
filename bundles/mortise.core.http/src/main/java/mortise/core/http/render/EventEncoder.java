package mortise.core.http.render;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import mortise.api.ApiStatus;
import mortise.core.cache.CacheEvent;
import mortise.core.http.exchange.StatusMapper;

/** Encodes the events of one watch as lines of JSON. What other watches see as well is encoded once for all. */
public final class EventEncoder {

    private static final byte[] CRLF = {'\r', '\n'};
    private static final byte[] END = Fragments.bytes("}\n");

    private final Shape shape;
    private Object key;
    private boolean chunked;
    private boolean first = true;

    /** Tells lines that are framed as chunks from those that are not. */
    private record Chunked(Object key) {
    }

    /** Encodes objects in the given shape. */
    public EventEncoder(Shape shape) {
        this.shape = shape;
        this.key = shape.key();
    }

    /** Frames each line as a chunk of HTTP/1.1 from now on; to be called before the first line. */
    public void chunked() {
        chunked = true;
        key = new Chunked(key);
    }

    /** Returns the line for an event; it must not be changed. */
    public byte[] encode(CacheEvent event) {
        if (first && shape instanceof TableShape table && event.type() != CacheEvent.Type.BOOKMARK) {
            first = false;
            return line(event.type().name(), out -> table.firstWatched(event.entry(), out), 4096);
        }
        return event.rendition(key, this::line);
    }

    /** Returns the line that tells why a watch ends. */
    public byte[] error(ApiStatus status) {
        byte[] object = StatusMapper.failure(status);
        return line("ERROR", out -> out.write(object), object.length + 64);
    }

    private byte[] line(CacheEvent event) {
        if (event.type() == CacheEvent.Type.BOOKMARK) {
            return line("BOOKMARK", out -> shape.bookmark(event.revision(), event.initialEventsEnd(), out), 512);
        }
        return line(event.type().name(), out -> shape.watched(event.entry(), out),
                shape.singleLength(event.entry()) + 64);
    }

    private interface Part {
        void write(ByteArrayOutputStream out) throws IOException;
    }

    private byte[] line(String type, Part object, int length) {
        var out = new ByteArrayOutputStream(length);
        try {
            out.write(Fragments.bytes("{\"type\":\"" + type + "\",\"object\":"));
            object.write(out);
            out.write(END);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return chunked ? chunk(out) : out.toByteArray();
    }

    private static byte[] chunk(ByteArrayOutputStream line) {
        byte[] size = Fragments.bytes(Integer.toHexString(line.size()) + "\r\n");
        byte[] chunk = Arrays.copyOf(size, size.length + line.size() + CRLF.length);
        System.arraycopy(line.toByteArray(), 0, chunk, size.length, line.size());
        System.arraycopy(CRLF, 0, chunk, chunk.length - CRLF.length, CRLF.length);
        return chunk;
    }
}
