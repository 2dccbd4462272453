package mortise.core.http.websocket;

import java.nio.ByteBuffer;

/**
 * Reads what a client sends on a WebSocket that only the server has something to say on: pings and the close are told,
 * data is thrown away as it comes. Holds no more than the header and the payload of one control frame. Belongs to one
 * thread at a time.
 */
public final class FrameReader {

    /** Most bytes of one frame of data; a watch has no use for any. */
    public static final int DATA_BYTES_MAX = 1024 * 1024;

    private static final int CONTROL_BYTES_MAX = 125;
    private static final int MASK_BYTES = 4;
    private static final int FINAL = 0x80;
    private static final int RESERVED = 0x70;
    private static final int KIND = 0x0f;
    private static final int MASKED = 0x80;
    private static final int LENGTH = 0x7f;

    private final Listener listener;
    private final byte[] header = new byte[2 + 8 + MASK_BYTES];
    private int headerRead;
    private int headerLength = 2;
    private byte[] control = {};
    private int controlRead;
    private long dataLeft;
    private boolean closed;

    /** What is told about the client's frames. */
    public interface Listener {
        /** Tells of a ping, whose payload is to be sent back. */
        void pinged(byte[] payload);

        /** Tells of the client's last frame, with its code or 0. */
        void closed(int code);
    }

    /** The client does not keep to the protocol. */
    public static final class Violation extends Exception {

        private static final long serialVersionUID = 1;
        private final int code;

        Violation(int code, String message) {
            super(message);
            this.code = code;
        }

        /** Returns what the close frame says. */
        public int code() {
            return code;
        }
    }

    /** Reads for a listener. */
    public FrameReader(Listener listener) {
        this.listener = listener;
    }

    /**
     * Reads all bytes; frames may begin and end anywhere in them. What follows a close or a violation is thrown away.
     *
     * @throws Violation once, when they are not what a client may send
     */
    public void read(ByteBuffer bytes) throws Violation {
        try {
            readFrames(bytes);
        } catch (Violation violation) {
            closed = true;
            throw violation;
        } finally {
            bytes.position(bytes.limit());
        }
    }

    private void readFrames(ByteBuffer bytes) throws Violation {
        while (bytes.hasRemaining() && !closed) {
            if (headerRead < headerLength) {
                header(bytes.get());
            } else if (dataLeft > 0) {
                int skipped = (int) Math.min(dataLeft, bytes.remaining());
                bytes.position(bytes.position() + skipped);
                dataLeft -= skipped;
            } else {
                control[controlRead++] = bytes.get();
            }
            if (headerRead == headerLength && dataLeft == 0 && controlRead == control.length) {
                frameRead();
            }
        }
    }

    private void header(byte next) throws Violation {
        header[headerRead++] = next;
        if (headerRead == 2) {
            check(header[0] & 0xff, header[1] & 0xff);
            int length = header[1] & LENGTH;
            headerLength += MASK_BYTES + (length < WebSocketFrame.LENGTH_16_BITS ? 0
                    : length == WebSocketFrame.LENGTH_16_BITS ? 2 : 8);
        } else if (headerRead == headerLength) {
            payload();
        }
    }

    private static void check(int first, int second) throws Violation {
        int kind = first & KIND;
        boolean controls = kind >= WebSocketFrame.CLOSE;
        boolean known = controls ? kind <= WebSocketFrame.PONG : kind <= WebSocketFrame.BINARY;
        if (!known || (first & RESERVED) != 0 || (second & MASKED) == 0) {
            throw new Violation(WebSocketFrame.PROTOCOL_ERROR, "not a frame of a client");
        }
        if (controls && ((first & FINAL) == 0 || (second & LENGTH) > CONTROL_BYTES_MAX)) {
            throw new Violation(WebSocketFrame.PROTOCOL_ERROR, "a control frame that is too long or in parts");
        }
    }

    private void payload() throws Violation {
        long length = header[1] & LENGTH;
        if (length >= WebSocketFrame.LENGTH_16_BITS) {
            length = 0;
            for (int i = 2; i < headerLength - MASK_BYTES; i++) {
                length = length << 8 | header[i] & 0xff;
            }
        }
        if (length < 0 || length > DATA_BYTES_MAX) {
            throw new Violation(WebSocketFrame.TOO_BIG, "a frame that is too long");
        }
        if ((header[0] & KIND) >= WebSocketFrame.CLOSE) {
            control = new byte[(int) length];
        } else {
            dataLeft = length;
        }
    }

    private void frameRead() throws Violation {
        byte[] payload = control;
        for (int i = 0; i < payload.length; i++) {
            payload[i] ^= header[headerLength - MASK_BYTES + i % MASK_BYTES];
        }
        int kind = header[0] & KIND;
        headerRead = 0;
        headerLength = 2;
        control = new byte[0];
        controlRead = 0;
        if (kind == WebSocketFrame.PING) {
            listener.pinged(payload);
        } else if (kind == WebSocketFrame.CLOSE) {
            closed = true;
            listener.closed(code(payload));
        }
    }

    private static int code(byte[] payload) throws Violation {
        if (payload.length == 0) {
            return 0;
        }
        int code = payload.length == 1 ? 0 : (payload[0] & 0xff) << 8 | payload[1] & 0xff;
        boolean sent = code >= 1000 && code < 5000 && code != 1004 && code != 1005 && code != 1006 && code != 1015;
        if (!sent) {
            throw new Violation(WebSocketFrame.PROTOCOL_ERROR, "a close with a code that nobody may send");
        }
        return code;
    }
}
