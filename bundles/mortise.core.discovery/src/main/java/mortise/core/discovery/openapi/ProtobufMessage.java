package mortise.core.discovery.openapi;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** A protobuf message that grows field by field. What is empty or false is not written, as proto3 has it. */
final class ProtobufMessage {

    private static final int LENGTH_DELIMITED = 2;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    byte[] toBytes() {
        return bytes.toByteArray();
    }

    void text(int field, String text) {
        if (!text.isEmpty()) {
            raw(field, text.getBytes(StandardCharsets.UTF_8));
        }
    }

    void flag(int field, boolean flag) {
        if (flag) {
            varint(field << 3);
            varint(1);
        }
    }

    /** Adds a message, an empty one as well. */
    void message(int field, ProtobufMessage message) {
        raw(field, message.toBytes());
    }

    void raw(int field, byte[] content) {
        varint(field << 3 | LENGTH_DELIMITED);
        varint(content.length);
        bytes.writeBytes(content);
    }

    private void varint(int value) {
        int rest = value;
        while (rest > 0x7F) {
            bytes.write(rest & 0x7F | 0x80);
            rest >>>= 7;
        }
        bytes.write(rest);
    }
}
