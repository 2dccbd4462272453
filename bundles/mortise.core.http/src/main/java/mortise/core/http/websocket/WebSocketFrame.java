package mortise.core.http.websocket;

/** Makes the frames that a server sends: whole messages, never masked. Pure. */
public final class WebSocketFrame {

    /** The end is what was to be expected. */
    public static final int NORMAL = 1000;
    /** The client sent what is not a frame. */
    public static final int PROTOCOL_ERROR = 1002;
    /** The client sent a frame that is larger than anybody has a reason to send. */
    public static final int TOO_BIG = 1009;

    static final int TEXT = 1;
    static final int BINARY = 2;
    static final int CLOSE = 8;
    static final int PING = 9;
    static final int PONG = 10;

    static final int LENGTH_16_BITS = 126;
    static final int LENGTH_64_BITS = 127;
    private static final int FINAL = 0x80;

    private WebSocketFrame() {
    }

    /** Returns a message of text in UTF-8, without its first {@code skipped} bytes. */
    public static byte[] text(byte[] message, int skipped) {
        return frame(TEXT, message, skipped);
    }

    /** Returns a message of bytes, without its first {@code skipped} ones. */
    public static byte[] binary(byte[] message, int skipped) {
        return frame(BINARY, message, skipped);
    }

    /** Returns the answer to a ping. */
    public static byte[] pong(byte[] payload) {
        return frame(PONG, payload, 0);
    }

    /** Returns the last frame; without a code when that is 0. */
    public static byte[] close(int code) {
        return frame(CLOSE, code == 0 ? new byte[0] : new byte[] {(byte) (code >> 8), (byte) code}, 0);
    }

    private static byte[] frame(int kind, byte[] payload, int skipped) {
        int length = payload.length - skipped;
        int extended = length < LENGTH_16_BITS ? 0 : length <= 0xffff ? 2 : 8;
        var frame = new byte[2 + extended + length];
        frame[0] = (byte) (FINAL | kind);
        frame[1] = (byte) (extended == 0 ? length : extended == 2 ? LENGTH_16_BITS : LENGTH_64_BITS);
        for (int i = 0; i < extended; i++) {
            frame[1 + extended - i] = (byte) ((long) length >> 8 * i);
        }
        System.arraycopy(payload, skipped, frame, 2 + extended, length);
        return frame;
    }
}
